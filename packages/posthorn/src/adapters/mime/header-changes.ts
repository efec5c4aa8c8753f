import { domainToASCII } from 'node:url';
import type { DraftHeader } from '../../domain/messages/message-draft.ts';
import { isWritableField } from '../../domain/messages/written-field.ts';
import { parseAddressList } from '../../message/headers/address-list.ts';
import { parseMessageId } from '../../message/headers/message-ids.ts';
import {
  createVersionId,
  DRAFT_MARKER_FIELD,
  type DraftMarker,
  readDraftMarker,
  writeMarker,
} from './draft-marker.ts';
import { writeDate, writeFields, writeOtherFields } from './header-values.ts';
import { foldField } from './mime-encoding.ts';
import { firstValue, type RawField } from './raw-message.ts';
import { toWrittenId } from './written-text.ts';

/** Clock, ids and key. */
export interface ComposerDependencies {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Of the domain, without angle brackets (RFC 5322 §3.6.4). */
  readonly newMessageId: (domain: string) => string;
  /** Signs draft markers; another key loses the answered message. */
  readonly markerKey: Uint8Array;
}

/** Header and message identity. */
export interface ChangedHeader {
  readonly fields: readonly RawField[];
  readonly messageId: string;
  readonly marker: DraftMarker;
}

/** Change and message. */
export interface HeaderRevision {
  readonly change: DraftHeader;
  readonly replaced: string | null;
}

const FIELD_ORDER = [
  '',
  'date',
  'subject',
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'bcc',
  'message-id',
  'in-reply-to',
  'references',
  'user-agent',
  DRAFT_MARKER_FIELD.toLowerCase(),
];
const RANKS = new Map(FIELD_ORDER.map((name, rank) => [name, rank]));
const USER_AGENT = 'Posthorn';
/** Cannot exist (RFC 6761 §6.4). */
const UNKNOWN_DOMAIN = 'posthorn.invalid';

/**
 * Fields in `FIELD_ORDER` (RFC 5322 §3.6); unchanged ones keep their octets. Adds missing Date, Message-ID,
 * User-Agent and marker. Throws `invalid-document`.
 */
export function changeHeader(
  fields: readonly RawField[],
  { change, replaced }: HeaderRevision,
  dependencies: ComposerDependencies,
): ChangedHeader {
  const written = replaceOtherFields(replaceFields(fields, writeFields(change)), change);
  const complete = addMissingFields(written, dependencies);
  const { markerKey } = dependencies;
  const messageId = messageIdOf(complete) ?? '';
  const marker = { versionId: createVersionId(), replaced, answerOf: answerOf(complete, change, markerKey) };
  const value = writeMarker({ marker, messageId, markerKey });
  const marked = replaceFields(complete, new Map([[DRAFT_MARKER_FIELD, value]]));
  return { fields: sortFields(marked), messageId, marker };
}

/** A field with an encoded value. */
export function toRawField(name: string, value: string): RawField {
  return { name: name.toLowerCase(), octets: Buffer.from(foldField(name, value)) };
}

function replaceFields(
  fields: readonly RawField[],
  changes: ReadonlyMap<string, string | null>,
): readonly RawField[] {
  const names = new Set([...changes.keys()].map((name) => name.toLowerCase()));
  const written = [...changes].flatMap(([name, value]) => (value === null ? [] : [toRawField(name, value)]));
  return [...fields.filter(({ name }) => !names.has(name)), ...written];
}

function replaceOtherFields(fields: readonly RawField[], { otherFields }: DraftHeader): readonly RawField[] {
  if (otherFields === undefined) return fields;
  const written = writeOtherFields(otherFields).map(({ name, value }) => toRawField(name, value));
  return [...fields.filter(({ name }) => !isWritableField(name)), ...written];
}

/** An unusable Message-ID counts as missing. */
function addMissingFields(
  fields: readonly RawField[],
  { now, newMessageId }: ComposerDependencies,
): readonly RawField[] {
  const missing = new Map<string, string | null>();
  if (messageIdOf(fields) === null)
    missing.set('Message-ID', toWrittenId(newMessageId(domainOf(fields)), 'The new Message-ID'));
  if (!hasField(fields, 'date')) missing.set('Date', writeDate(now()));
  if (!hasField(fields, 'user-agent')) missing.set('User-Agent', USER_AGENT);
  return replaceFields(fields, missing);
}

function answerOf(
  fields: readonly RawField[],
  change: DraftHeader,
  markerKey: Uint8Array,
): DraftMarker['answerOf'] {
  if (change.answerOf !== undefined) return change.answerOf;
  return readDraftMarker(headerOctets(fields), markerKey)?.answerOf ?? null;
}

/** The header without the empty line. */
export function headerOctets(fields: readonly RawField[]): Uint8Array {
  return Buffer.concat(fields.map(({ octets }) => octets));
}

function messageIdOf(fields: readonly RawField[]): string | null {
  return parseMessageId(firstValue(fields, 'message-id') ?? '');
}

function domainOf(fields: readonly RawField[]): string {
  const [author] = parseAddressList(firstValue(fields, 'from') ?? '');
  const [, domain = ''] = /@([^@]+)$/.exec(author?.address ?? '') ?? [];
  return domainToASCII(domain) || UNKNOWN_DOMAIN;
}

function hasField(fields: readonly RawField[], name: string): boolean {
  return fields.some((field) => field.name === name);
}

function sortFields(fields: readonly RawField[]): readonly RawField[] {
  return [...fields].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ name }: RawField): number {
  return RANKS.get(name) ?? FIELD_ORDER.length;
}
