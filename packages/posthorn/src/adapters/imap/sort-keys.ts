/** Sort keys of messages, for servers without SORT; as RFC 5256 defines them. */
import type { MessageSortKey } from '../../domain/message-query.ts';
import { parseAddressList } from '../../message/address-list.ts';
import { parseDateTime } from '../../message/date-time.ts';
import { decodeEncodedWords } from '../../message/encoded-words.ts';
import { type HeaderFields, parseHeaderFields } from '../../message/header-fields.ts';
import type { FetchedMessage } from './commands/fetch.ts';
import { headerFields } from './fetch-items.ts';
import { parseInternalDate } from './internal-date.ts';
import { atom, type TokenNode } from './tokens.ts';

/** Numbers compare as numbers, texts by code unit. One order has keys of one kind. */
export type SortKeyValue = number | string;

interface SortKeyRule {
  readonly items: readonly TokenNode[];
  readonly read: (message: FetchedMessage, header: HeaderFields) => SortKeyValue;
}

const RULES = {
  // The sent date in UTC; a message without a usable one is placed by its arrival (RFC 5256 §2.2).
  date: {
    items: [atom('INTERNALDATE'), headerFields(['DATE'])],
    read: (message, header) =>
      (parseDateTime(header.first('Date') ?? '') ?? parseInternalDate(message.internalDate ?? ''))?.epochMs ??
      0,
  },
  subject: {
    items: [headerFields(['SUBJECT'])],
    read: (_message, header) => baseSubject(decodeEncodedWords(header.first('Subject') ?? '')),
  },
  from: { items: [headerFields(['FROM'])], read: (_message, header) => firstLocalPart(header.first('From')) },
  to: { items: [headerFields(['TO'])], read: (_message, header) => firstLocalPart(header.first('To')) },
  size: { items: [atom('RFC822.SIZE')], read: (message) => message.size ?? 0 },
} as const satisfies Record<Exclude<MessageSortKey, 'uid'>, SortKeyRule>;

/** The FETCH items that the key is made from. */
export function sortKeyItems(key: Exclude<MessageSortKey, 'uid'>): readonly TokenNode[] {
  return [atom('UID'), ...RULES[key].items];
}

/** The key of one message. */
export function readSortKey(key: Exclude<MessageSortKey, 'uid'>, message: FetchedMessage): SortKeyValue {
  const rule: SortKeyRule = RULES[key];
  return rule.read(message, parseHeaderFields(message.header ?? new Uint8Array()));
}

/** A subject that is cut here sorts well enough; the bound keeps the reply prefixes from being a bomb. */
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
