/** The conditions that messages can be filtered by: their names, and what their values mean. */
import type { AddressField, MessageCriterion, MessageFlag } from '../../../domain/message-query.ts';
import { splitMessageId } from '../identifiers/parse-resource-ids.ts';
import { parseUidSet } from './uid-set.ts';

/** One condition. Its value is data: no part of it is ever read as a command. */
export interface FilterCondition {
  /** The criterion that the value asks for, undefined when the value is unusable. */
  readonly parse: (value: string) => MessageCriterion | undefined;
  /** What the value has to be, to go on after "must be". */
  readonly expected: string;
}

/** Searched texts are words and addresses; whole mails are not searched for. */
const MAX_TEXT_CHARACTERS = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
/** The characters of an atom (RFC 9051 §9), less the backslash of system flags. */
const KEYWORD = /^[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]{1,100}$/;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
/** Sizes are 32-bit numbers (RFC 9051 §4.2). */
const OCTETS = /^[0-9]{1,10}$/;
const MAX_OCTETS = 0xffff_ffff;

const CONDITIONS = {
  seen: flag('seen'),
  flagged: flag('flagged'),
  answered: flag('answered'),
  draft: flag('draft'),
  recent: truth({ kind: 'recent' }),
  hasAttachments: truth({ kind: 'has-attachments' }),
  keyword: {
    parse: (keyword) => (KEYWORD.test(keyword) ? { kind: 'keyword', keyword } : undefined),
    expected: 'a keyword: an IMAP atom without a backslash',
  },
  from: address('from'),
  to: address('to'),
  cc: address('cc'),
  bcc: address('bcc'),
  subject: textCondition((text) => ({ kind: 'subject', text })),
  body: textCondition((text) => ({ kind: 'body', text })),
  text: textCondition((text) => ({ kind: 'text', text })),
  since: dayCondition((day) => ({ kind: 'sent-since', day })),
  before: dayCondition((day) => ({ kind: 'sent-before', day })),
  larger: sizeCondition((octets) => ({ kind: 'larger', octets })),
  smaller: sizeCondition((octets) => ({ kind: 'smaller', octets })),
  messageId: textCondition((text) => ({ kind: 'message-id', messageId: withoutBrackets(text) })),
  threadOf: {
    ...textCondition((text) =>
      // The id of a message names a conversation in lists only.
      splitMessageId(text) ? undefined : { kind: 'refers-to', messageId: withoutBrackets(text) },
    ),
    expected: 'a Message-ID or, where messages are listed, the id of a message',
  },
  uid: {
    parse: (value) => {
      const uids = parseUidSet(value);
      return uids && { kind: 'uids', uids };
    },
    expected: 'uids and ranges such as 4,7-9, at most 1000 uids in all',
  },
} as const satisfies Readonly<Record<string, FilterCondition>>;

/** The conditions by name. */
export const FILTER_CONDITIONS: ReadonlyMap<string, FilterCondition> = new Map(Object.entries(CONDITIONS));

function flag(name: MessageFlag): FilterCondition {
  return truth({ kind: 'flag', flag: name });
}

/** A condition that holds or does not. */
function truth(criterion: MessageCriterion): FilterCondition {
  const criteria = new Map<string, MessageCriterion>([
    ['true', criterion],
    ['false', { kind: 'not', criterion }],
  ]);
  return { parse: (value) => criteria.get(value), expected: 'true or false' };
}

function address(field: AddressField): FilterCondition {
  return textCondition((text) => ({ kind: 'address', field, text }));
}

function textCondition(toCriterion: (text: string) => MessageCriterion | undefined): FilterCondition {
  const isSearchable = (text: string): boolean =>
    text !== '' && text.length <= MAX_TEXT_CHARACTERS && !CONTROL_CHARACTER.test(text);
  return {
    parse: (text) => (isSearchable(text) ? toCriterion(text) : undefined),
    expected: `a text of 1 to ${MAX_TEXT_CHARACTERS} characters, none of them a control character`,
  };
}

function dayCondition(toCriterion: (day: string) => MessageCriterion): FilterCondition {
  return {
    parse: (day) => (isDay(day) ? toCriterion(day) : undefined),
    expected: 'a day such as 2024-12-31',
  };
}

function isDay(text: string): boolean {
  const date = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // The thirtieth of February would become the first of March.
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function sizeCondition(toCriterion: (octets: number) => MessageCriterion): FilterCondition {
  const isSize = (text: string): boolean => OCTETS.test(text) && Number(text) <= MAX_OCTETS;
  return {
    parse: (text) => (isSize(text) ? toCriterion(Number(text)) : undefined),
    expected: 'a number of octets',
  };
}

/** Message-IDs are accepted as answers show them, and as header fields have them. */
function withoutBrackets(text: string): string {
  return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
}
