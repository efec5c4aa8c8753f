import { type CommandPart, MessageSet, toAstring, toAtom } from 'posthorn-imap';
import type { MessageCriterion } from '../../../domain/messages/message-query.ts';

type CriterionKind = MessageCriterion['kind'];
type CriterionOf<Kind extends CriterionKind> = Extract<MessageCriterion, { readonly kind: Kind }>;

/** Servers compare days, not moments. */
const UNSEARCHABLE = ['has-attachments', 'dated-since', 'received-since'] as const;
type UnsearchableCriterion = CriterionOf<(typeof UNSEARCHABLE)[number]>;

export type SearchableCriterion = Exclude<MessageCriterion, UnsearchableCriterion>;

/** An element per word or parenthesis. */
export type SearchKeys = readonly CommandPart[];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const [OPEN, CLOSE] = ['(', ')'];

const KEYS: { readonly [Kind in SearchableCriterion['kind']]: (criterion: CriterionOf<Kind>) => SearchKeys } =
  {
    uids: ({ uids }) => anyOf(MessageSet.of(uids).map((set) => ['UID', set.text])),
    'uid-at-least': ({ uid }) => uidsFrom(uid),
    recent: () => ['RECENT'],
    flag: ({ flag }) => [flag.toUpperCase()],
    keyword: ({ keyword }) => ['KEYWORD', toAtom(keyword)],
    address: ({ field, text }) => [field.toUpperCase(), toAstring(text)],
    subject: ({ text }) => ['SUBJECT', toAstring(text)],
    body: ({ text }) => ['BODY', toAstring(text)],
    text: ({ text }) => ['TEXT', toAstring(text)],
    larger: ({ octets }) => ['LARGER', String(octets)],
    smaller: ({ octets }) => ['SMALLER', String(octets)],
    'message-id': ({ messageId }) => headerKeys('Message-ID', `<${messageId}>`),
    'refers-to': ({ messageId }) =>
      anyOf(['Message-ID', 'References', 'In-Reply-To'].map((field) => headerKeys(field, `<${messageId}>`))),
    not: ({ criterion }) => ['NOT', ...grouped(keysOf(criterion))],
    'all-of': ({ criteria }) => (criteria.length === 0 ? ['ALL'] : criteria.flatMap(keysOf)),
    'any-of': ({ criteria }) => anyOf(criteria.map(keysOf)),
  };

/** RFC 9051 §6.4.4. Null is ALL. */
export function searchKeys(criterion: MessageCriterion | null): SearchKeys {
  return criterion === null ? ['ALL'] : keysOf(criterion);
}

/** `n:*` always matches the last message (RFC 9051 §6.4.8). */
export function uidsFrom(uid: number): SearchKeys {
  return ['UID', `${uid}:4294967295`];
}

/** Matches header text. */
export function headerKeys(field: string, text: string): SearchKeys {
  return ['HEADER', toAstring(field), toAstring(text)];
}

/** Puts spaces between words. */
export function joinKeys(keys: SearchKeys): readonly CommandPart[] {
  return keys.flatMap((word, index) => (needsSpace(keys[index - 1], word) ? [' ', word] : [word]));
}

function needsSpace(before: CommandPart | undefined, word: CommandPart): boolean {
  return before !== undefined && before !== OPEN && word !== CLOSE;
}

/** True without a search key. */
export function isUnsearchable(criterion: MessageCriterion): criterion is UnsearchableCriterion {
  return UNSEARCHABLE.some((kind) => kind === criterion.kind);
}

function keysOf(criterion: MessageCriterion): SearchKeys {
  if (isUnsearchable(criterion)) throw new TypeError(`There is no search key for ${criterion.kind}.`);
  const keys = KEYS[criterion.kind] as (criterion: SearchableCriterion) => SearchKeys;
  return keys(criterion);
}

/** `OR a (OR b c)`; empty matches nothing. */
function anyOf(alternatives: readonly SearchKeys[]): SearchKeys {
  const [first, ...rest] = alternatives;
  if (first === undefined) return ['NOT', 'ALL'];
  return rest.length === 0 ? first : ['OR', ...grouped(first), ...grouped(anyOf(rest))];
}

function grouped(keys: SearchKeys): SearchKeys {
  return keys.length === 1 ? keys : [OPEN as string, ...keys, CLOSE as string];
}

/** `YYYY-MM-DD` as `5-Jan-2024`. */
export function searchDate(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date}-${MONTHS[(month ?? 1) - 1]}-${year}`;
}
