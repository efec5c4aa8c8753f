/** Criteria as the search keys of IMAP (RFC 9051 §6.4.4). */
import type { MessageCriterion } from '../../../domain/message-query.ts';
import { toSequenceSets } from '../sequence-set.ts';
import { atom, sequence, type TokenNode, text } from '../tokens.ts';

type CriterionKind = MessageCriterion['kind'];
type CriterionOf<Kind extends CriterionKind> = Extract<MessageCriterion, { readonly kind: Kind }>;

/** Criteria that a server can search for; attachments have no search key. */
export type SearchableCriterion = Exclude<MessageCriterion, { readonly kind: 'has-attachments' }>;

type Keys = readonly TokenNode[];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const KEYS: { readonly [Kind in SearchableCriterion['kind']]: (criterion: CriterionOf<Kind>) => Keys } = {
  uids: ({ uids }) => anyOf(toSequenceSets(uids).map((set) => [atom('UID'), sequence(set)])),
  // Not `n:*`: that names the last message even when its uid is below n (RFC 9051 §6.4.8).
  'uid-at-least': ({ uid }) => [atom('UID'), sequence(`${uid}:4294967295`)],
  recent: () => [atom('RECENT')],
  flag: ({ flag }) => [atom(flag.toUpperCase())],
  keyword: ({ keyword }) => [atom('KEYWORD'), atom(keyword)],
  address: ({ field, text: value }) => [atom(field.toUpperCase()), text(value)],
  subject: ({ text: value }) => [atom('SUBJECT'), text(value)],
  body: ({ text: value }) => [atom('BODY'), text(value)],
  text: ({ text: value }) => [atom('TEXT'), text(value)],
  'sent-since': ({ day }) => [atom('SENTSINCE'), searchDate(day)],
  'sent-before': ({ day }) => [atom('SENTBEFORE'), searchDate(day)],
  larger: ({ octets }) => [atom('LARGER'), atom(String(octets))],
  smaller: ({ octets }) => [atom('SMALLER'), atom(String(octets))],
  'message-id': ({ messageId }) => header('Message-ID', messageId),
  'refers-to': ({ messageId }) =>
    anyOf(['Message-ID', 'References', 'In-Reply-To'].map((field) => header(field, messageId))),
  not: ({ criterion }) => [atom('NOT'), ...grouped(keysOf(criterion))],
  'all-of': ({ criteria }) => (criteria.length === 0 ? [atom('ALL')] : criteria.flatMap(keysOf)),
  'any-of': ({ criteria }) => anyOf(criteria.map(keysOf)),
};

/** The criterion as search keys, led by the charset where one is needed. Null is ALL. */
export function searchKeys(criterion: MessageCriterion | null): Keys {
  return criterion === null ? [atom('ALL')] : keysOf(criterion);
}

/** True when a text of the criterion goes beyond ASCII, so that SEARCH has to name a charset. */
export function needsCharset(criterion: MessageCriterion | null): boolean {
  return searchKeys(criterion).some(isBeyondAscii);
}

function isBeyondAscii(node: TokenNode): boolean {
  if (node === null) return false;
  if ('length' in node) return node.some(isBeyondAscii);
  return node.type === 'LITERAL';
}

function keysOf(criterion: MessageCriterion): Keys {
  if (criterion.kind === 'has-attachments') throw new TypeError('Attachments cannot be searched for.');
  const keys = KEYS[criterion.kind] as (criterion: SearchableCriterion) => Keys;
  return keys(criterion);
}

/** `HEADER Message-ID <id>`: a header field that contains the id in its brackets. */
function header(field: string, messageId: string): Keys {
  return [atom('HEADER'), text(field), text(`<${messageId}>`)];
}

/** `OR a (OR b c)`; nothing at all matches no message. */
function anyOf(alternatives: readonly Keys[]): Keys {
  const [first, ...rest] = alternatives;
  if (first === undefined) return [atom('NOT'), atom('ALL')];
  return rest.length === 0 ? first : [atom('OR'), ...grouped(first), ...grouped(anyOf(rest))];
}

/** Several keys that count as one. A key of two words, such as `SUBJECT x`, needs the parentheses too. */
function grouped(keys: Keys): Keys {
  return keys.length === 1 ? keys : [keys];
}

/** `YYYY-MM-DD` as `5-Jan-2024`. */
function searchDate(day: string): TokenNode {
  const [year, month, date] = day.split('-').map(Number);
  return atom(`${date}-${MONTHS[(month ?? 1) - 1]}-${year}`);
}
