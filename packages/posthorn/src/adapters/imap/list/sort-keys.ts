/** Sort keys of messages, for servers without SORT; as RFC 5256 defines them. */
import type { FetchItem } from 'posthorn-imap';
import { hasDescendingUids, type MessageOrder, type MessageSortKey } from '../../../domain/message-query.ts';
import { parseAddressList } from '../../../message/address-list.ts';
import { decodeEncodedWords } from '../../../message/encoded-words.ts';
import { type HeaderFields, parseHeaderFields } from '../../../message/header-fields.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { messageDate } from '../fetch/message-date.ts';

/** Numbers compare as numbers, texts by code unit. One order has keys of one kind. */
export type SortKeyValue = number | string;

interface SortKeyRule {
  readonly items?: readonly FetchItem[];
  /** A header field, upper case. */
  readonly field?: string;
  readonly read: (message: FetchedMessage, header: HeaderFields) => SortKeyValue;
}

const RULES = {
  // The sent date in UTC; a message without a usable one is placed by its arrival (RFC 5256 §2.2).
  date: {
    items: ['INTERNALDATE'],
    field: 'DATE',
    read: ({ internalDate }, header) => messageDate(header, internalDate)?.epochMs ?? 0,
  },
  subject: {
    field: 'SUBJECT',
    read: (_message, header) => baseSubject(decodeEncodedWords(header.first('Subject') ?? '')),
  },
  from: { field: 'FROM', read: (_message, header) => firstLocalPart(header.first('From')) },
  to: { field: 'TO', read: (_message, header) => firstLocalPart(header.first('To')) },
  size: { items: ['RFC822.SIZE'], read: (message) => message.size ?? 0 },
  uid: { read: (message) => message.uid },
} as const satisfies Record<MessageSortKey, SortKeyRule>;

/** The keys of a message, one for each key of the order. */
export type SortKeys = readonly SortKeyValue[];

/** The FETCH items that the keys of an order are made from. */
export function sortKeyItems(order: MessageOrder): readonly FetchItem[] {
  const rules = order.map(({ key }): SortKeyRule => RULES[key]);
  const items = new Set(rules.flatMap(({ items = [] }) => items));
  const fields = new Set(rules.flatMap(({ field }) => field ?? []));
  return ['UID', ...items, ...(fields.size > 0 ? [headerFields([...fields])] : [])];
}

/** The keys of one message. */
export function readSortKeys(order: MessageOrder, message: FetchedMessage): SortKeys {
  const header = parseHeaderFields(message.header ?? new Uint8Array());
  return order.map(({ key }) => {
    const rule: SortKeyRule = RULES[key];
    return rule.read(message, header);
  });
}

/** A row of an order. */
export interface SortedRow {
  readonly uid: number;
  readonly keys: SortKeys;
}

/** Negative when `a` comes before `b`. */
export function compareRows(order: MessageOrder, a: SortedRow, b: SortedRow): number {
  for (const [index, { isDescending }] of order.entries()) {
    const compared = compareKey(a.keys[index] ?? 0, b.keys[index] ?? 0);
    if (compared !== 0) return isDescending ? -compared : compared;
  }
  return hasDescendingUids(order) ? b.uid - a.uid : a.uid - b.uid;
}

/** Negative when `a` comes before `b` in ascending order. */
export function compareKey(a: SortKeyValue, b: SortKeyValue): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A subject that is cut here sorts well enough; the bound limits the work on repeated reply prefixes. */
const MAX_SUBJECT_CHARACTERS = 500;
/** `Re:`, `Fwd[2]:`, and blobs such as `[list]` before them (RFC 5256 §2.1, subj-leader). */
const LEADER = /^(?:\s|\[[^[\]]{0,100}\]\s{0,10})*(?:re|fwd?)\s{0,10}(?:\[[^[\]]{0,100}\])?:\s*/i;
const BLOB = /^\[[^[\]]{0,100}\]\s*(?=.)/;
const TRAILER = /(?:\s|\(fwd\))+$/i;

/** The base subject (RFC 5256 §2.1), upper-cased for comparison. */
function baseSubject(subject: string): string {
  let base = subject.slice(0, MAX_SUBJECT_CHARACTERS).replace(/\s+/g, ' ').trim();
  for (;;) {
    const shorter = base.replace(TRAILER, '').replace(LEADER, '').replace(BLOB, '');
    if (shorter === base) return base.toUpperCase();
    base = shorter;
  }
}

/** The part of the first address before its `@` (RFC 5256 §3, addr-mailbox), upper-cased. */
function firstLocalPart(value: string | undefined): string {
  const address = parseAddressList(value ?? '')[0]?.address ?? '';
  const at = address.lastIndexOf('@');
  return (at < 0 ? address : address.slice(0, at)).toUpperCase();
}
