/** Searches messages in memory. */
import { readHtmlText } from '../../../src/adapters/html/read-html-text.ts';
import { messageFlags } from '../../../src/adapters/imap/session/flag-names.ts';
import type { MessageItem, MessageItemAttribute } from '../../../src/domain/messages/message-item.ts';
import type { MessageCriterion } from '../../../src/domain/messages/message-query.ts';
import { decodeEncodedWords } from '../../../src/message/headers/encoded-words.ts';
import { type HeaderFields, parseHeaderFields } from '../../../src/message/headers/header-fields.ts';
import { toItem } from './memory-item.ts';
import type { MemoryMessage } from './memory-mail.ts';

type Matchers = {
  readonly [Kind in MessageCriterion['kind']]: (
    message: MemoryMessage,
    criterion: Extract<MessageCriterion, { kind: Kind }>,
  ) => boolean;
};

const MATCHERS: Matchers = {
  uids: ({ uid }, { uids }) => uids.includes(uid),
  'uid-at-least': (message, { uid }) => message.uid >= uid,
  recent: ({ isRecent }) => isRecent,
  flag: ({ flags }, { flag }) => messageFlags(flags).has(flag),
  keyword: ({ flags }, { keyword }) => flags.some((flag) => lower(flag) === lower(keyword)),
  address: (message, { field, text }) => contains(decoded(headerOf(message), field), text),
  subject: (message, { text }) => contains(decoded(headerOf(message), 'subject'), text),
  body: (message, { text }) => contains(textsOf(message), text),
  text: (message, { text }) => contains(`${decodeEncodedWords(headOf(message))}\n${textsOf(message)}`, text),
  'dated-since': (message, { epochMs, isDay }) => {
    const { epochMs: time, offsetMinutes } = read(message, 'date').date ?? { epochMs: 0, offsetMinutes: 0 };
    return time + (isDay ? offsetMinutes * 60_000 : 0) >= epochMs;
  },
  'received-since': ({ internalDate }, { epochMs }) => internalDate.getTime() >= epochMs,
  larger: ({ octets }, criterion) => octets.length > criterion.octets,
  smaller: ({ octets }, criterion) => octets.length < criterion.octets,
  'has-attachments': (message) => read(message, 'hasAttachments').hasAttachments === true,
  'message-id': (message, { messageId }) => read(message, 'messageId').messageId === messageId,
  'refers-to': (message, { messageId }) => idsOf(message).includes(messageId),
  not: (message, { criterion }) => !isMatch(message, criterion),
  'all-of': (message, { criteria }) => criteria.every((criterion) => isMatch(message, criterion)),
  'any-of': (message, { criteria }) => criteria.some((criterion) => isMatch(message, criterion)),
};

/** True when the message meets the criterion. */
export function isMatch<Kind extends MessageCriterion['kind']>(
  message: MemoryMessage,
  criterion: Extract<MessageCriterion, { kind: Kind }>,
): boolean {
  const matches = MATCHERS[criterion.kind] as (each: MemoryMessage, condition: typeof criterion) => boolean;
  return matches(message, criterion);
}

/** The Message-ID of the message and those that it refers to. */
export function idsOf(message: MemoryMessage): readonly string[] {
  const {
    messageId,
    references = [],
    inReplyTo = [],
  } = read(message, 'messageId', 'references', 'inReplyTo');
  return [...(messageId ? [messageId] : []), ...references, ...inReplyTo];
}

function read(message: MemoryMessage, ...attributes: readonly MessageItemAttribute[]): MessageItem {
  return toItem(message, { attributes: new Set(attributes) });
}

function headerOf({ octets }: MemoryMessage): HeaderFields {
  return parseHeaderFields(octets);
}

function headOf({ octets }: MemoryMessage): string {
  return octets.toString().split('\r\n\r\n')[0] ?? '';
}

function decoded(header: HeaderFields, field: string): string {
  return decodeEncodedWords(header.first(field) ?? '');
}

function textsOf({ whole }: MemoryMessage): string {
  const { textPlain, textHtml } = whole.readTexts(readHtmlText);
  return `${textPlain}\n${textHtml}`;
}

function contains(text: string, part: string): boolean {
  return lower(text).includes(lower(part));
}

function lower(text: string): string {
  return text.toLowerCase();
}
