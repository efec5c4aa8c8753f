/** The `sort` parameter: the order of a list (JSON:API 1.1 §fetching-sorting). */
import type { MessageOrder, MessageSort, MessageSortKey } from '../../../domain/message-query.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { CURSOR_PROFILE_URI } from './field-selection.ts';
import { shorten, singleValueOf } from './query-values.ts';

const NAME = 'sort';
const NEWEST_FIRST: MessageOrder = [{ key: 'date', isDescending: true }];

const KEYS: ReadonlyMap<string, MessageSortKey> = new Map(
  (['date', 'subject', 'from', 'to', 'size', 'uid'] as const).map((key) => [key, key]),
);

/**
 * The order: keys with commas between them, each with a `-` in front to descend; newest first without the
 * parameter. Throws RequestProblems for unknown and for repeated keys.
 */
export function parseSort(parameters: QueryParameters): MessageOrder {
  const text = singleValueOf(parameters, NAME);
  if (text === undefined) return NEWEST_FIRST;
  const [first, ...others] = text.split(',').map(parseKey);
  if (first === undefined) return NEWEST_FIRST;
  const order: MessageOrder = [first, ...others];
  if (new Set(order.map(({ key }) => key)).size < order.length) {
    throw sortNotSupported('The parameter "sort" must name each key once.');
  }
  return order;
}

/** Throws RequestProblems unless the order is newest first, the only one that several folders can be merged in. */
export function requireNewestFirst(parameters: QueryParameters): void {
  const [{ key, isDescending }, ...others] = parseSort(parameters);
  if (key === 'date' && isDescending && others.length === 0) return;
  throw sortNotSupported('A search of all folders is ordered by "-date" only.');
}

function parseKey(text: string): MessageSort {
  const isDescending = text.startsWith('-');
  const key = KEYS.get(isDescending ? text.slice(1) : text);
  if (key !== undefined) return { key, isDescending };
  throw sortNotSupported(`"${shorten(text)}" is not one of the sort keys ${[...KEYS.keys()].join(', ')}.`);
}

function sortNotSupported(detail: string): RequestProblems {
  const typeUri = `${CURSOR_PROFILE_URI}unsupported-sort`;
  return new RequestProblems([problemOf('sort-not-supported', { parameter: NAME, detail, typeUri })]);
}
