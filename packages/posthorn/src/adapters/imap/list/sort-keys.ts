/** Sort keys for servers without SORT (RFC 5256). */
import type { FetchItem } from 'posthorn-imap';
import {
  hasDescendingUids,
  type MessageOrder,
  type MessageSortKey,
} from '../../../domain/messages/message-query.ts';
import { parseAddressList } from '../../../message/headers/address-list.ts';
import { decodeEncodedWords } from '../../../message/headers/encoded-words.ts';
import { type HeaderFields, parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { messageDate } from '../fetch/message-date.ts';

/** Texts compare by code unit; each key has one kind. */
export type SortKeyValue = number | string;

interface SortKeyRule {
  readonly items?: readonly FetchItem[];
  readonly field?: string;
  readonly read: (message: FetchedMessage, header: HeaderFields) => SortKeyValue;
}

const RULES = {
  // Sent date in UTC, else arrival (RFC 5256 §2.2).
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

export type SortKeys = readonly SortKeyValue[];

/** An order's FETCH items. */
export function sortKeyItems(order: MessageOrder): readonly FetchItem[] {
  const rules = order.map(({ key }): SortKeyRule => RULES[key]);
  const items = new Set(rules.flatMap(({ items = [] }) => items));
  const fields = new Set(rules.flatMap(({ field }) => field ?? []));
  return ['UID', ...items, ...(fields.size > 0 ? [headerFields([...fields])] : [])];
}

/** One message's keys. */
export function readSortKeys(order: MessageOrder, message: FetchedMessage): SortKeys {
  const header = parseHeaderFields(message.header ?? new Uint8Array());
  return order.map(({ key }) => {
    const rule: SortKeyRule = RULES[key];
    return rule.read(message, header);
  });
}

/** An order's row. */
export interface SortedRow {
  readonly uid: number;
  readonly keys: SortKeys;
}

/** Negative if `a` precedes `b`. */
export function compareRows(order: MessageOrder, a: SortedRow, b: SortedRow): number {
  for (const [index, { isDescending }] of order.entries()) {
    const compared = compareKey(a.keys[index] ?? 0, b.keys[index] ?? 0);
    if (compared !== 0) return isDescending ? -compared : compared;
  }
  return hasDescendingUids(order) ? b.uid - a.uid : a.uid - b.uid;
}

/** Negative if `a` precedes `b`, ascending. */
export function compareKey(a: SortKeyValue, b: SortKeyValue): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const MAX_SUBJECT_CHARACTERS = 500;
/** `Re:`, `Fwd[2]:`, with blobs such as `[list]` before (RFC 5256 §2.1, subj-leader). */
const LEADER = /^(?:\s|\[[^[\]]{0,100}\]\s{0,10})*(?:re|fwd?)\s{0,10}(?:\[[^[\]]{0,100}\])?:\s*/i;
const BLOB = /^\[[^[\]]{0,100}\]\s*(?=.)/;
const TRAILER = /(?:\s|\(fwd\))+$/i;

/** RFC 5256 §2.1, in upper case. */
function baseSubject(subject: string): string {
  let base = subject.slice(0, MAX_SUBJECT_CHARACTERS).replace(/\s+/g, ' ').trim();
  for (;;) {
    const shorter = base.replace(TRAILER, '').replace(LEADER, '').replace(BLOB, '');
    if (shorter === base) return base.toUpperCase();
    base = shorter;
  }
}

/** RFC 5256 §3, addr-mailbox, in upper case. */
function firstLocalPart(value: string | undefined): string {
  const address = parseAddressList(value ?? '')[0]?.address ?? '';
  const at = address.lastIndexOf('@');
  return (at < 0 ? address : address.slice(0, at)).toUpperCase();
}
