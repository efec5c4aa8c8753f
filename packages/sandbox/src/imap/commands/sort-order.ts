import type { StoredMessage } from '../../mailbox/mailbox.ts';
import { parseAddressList } from '../../message/address-list.ts';
import { baseSubject } from '../../message/base-subject.ts';
import { decodeHeaderText } from '../../message/encoded-word.ts';
import { headerValue } from '../../message/header-block.ts';
import { parseSentDate } from '../../message/sent-date.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import type { NumberedMessage } from './message-set.ts';

type SortKey = 'ARRIVAL' | 'CC' | 'DATE' | 'FROM' | 'SIZE' | 'SUBJECT' | 'TO';
type SortValue = number | string;

/** A criterion and its direction. */
export interface SortCriterion {
  readonly sortValue: (message: StoredMessage) => SortValue;
  readonly isReverse: boolean;
}

const SORT_VALUES: ReadonlyMap<string, (message: StoredMessage) => SortValue> = new Map(
  Object.entries({
    ARRIVAL: (message) => message.internalDate.getTime(),
    CC: (message) => firstMailbox(message, 'cc'),
    DATE: sentTime,
    FROM: (message) => firstMailbox(message, 'from'),
    SIZE: (message) => message.content.raw.length,
    SUBJECT: (message) => baseSubject(messageSubject(message)).text,
    TO: (message) => firstMailbox(message, 'to'),
  } satisfies Record<SortKey, (message: StoredMessage) => SortValue>),
);

const MAX_CRITERIA = 20;

/** `(REVERSE DATE SUBJECT)`. */
export function readSortCriteria(args: ArgumentReader): readonly SortCriterion[] {
  const criteria = args.list((): SortCriterion => {
    const isReverse = args.tryTake('REVERSE ');
    const sortValue = SORT_VALUES.get(args.keyword());
    if (sortValue === undefined) throw reject('Unknown sort criterion');
    return { sortValue, isReverse };
  });
  if (criteria.length === 0 || criteria.length > MAX_CRITERIA) throw reject('Expected sort criteria');
  return criteria;
}

/** Ties ascend by number, also under REVERSE (RFC 5256 §3). */
export function sortMessages(
  messages: readonly NumberedMessage[],
  criteria: readonly SortCriterion[],
): readonly NumberedMessage[] {
  const rows = messages.map((numbered) => ({
    numbered,
    values: criteria.map(({ sortValue }) => sortValue(numbered.message)),
  }));
  rows.sort((a, b) => {
    for (const [index, { isReverse }] of criteria.entries()) {
      const order = compare(a.values[index] ?? 0, b.values[index] ?? 0);
      if (order !== 0) return isReverse ? -order : order;
    }
    return a.numbered.number - b.numbered.number;
  });
  return rows.map(({ numbered }) => numbered);
}

function compare(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Decoded; empty for none. */
export function messageSubject({ content }: StoredMessage): string {
  return decodeHeaderText(headerValue(content.header, 'subject') ?? '');
}

/** The Date field, else INTERNALDATE. */
export function sentTime({ content, internalDate }: StoredMessage): number {
  const sent = parseSentDate(headerValue(content.header, 'date') ?? '');
  return sent?.utcMs ?? internalDate.getTime();
}

function firstMailbox({ content }: StoredMessage, fieldName: string): string {
  const [first] = parseAddressList(headerValue(content.header, fieldName) ?? '');
  return first?.mailbox?.toUpperCase() ?? '';
}
