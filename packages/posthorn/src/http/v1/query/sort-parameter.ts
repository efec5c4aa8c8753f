import type { MessageOrder, MessageSort, MessageSortKey } from '../../../domain/messages/message-query.ts';
import { CURSOR_PROFILE_URI } from '../../../resources/field-selection.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { QueryReader } from './query-reader.ts';
import { shorten, singleValueOf } from './query-values.ts';

const NAME = 'sort';
const NEWEST_FIRST: MessageOrder = [{ key: 'date', isDescending: true }];

const KEYS: ReadonlyMap<string, MessageSortKey> = new Map(
  (['date', 'subject', 'from', 'to', 'size', 'uid'] as const).map((key) => [key, key]),
);

export const sortParameter: QueryReader<MessageOrder> = {
  schemas: {
    sort: {
      type: 'string',
      default: '-date',
      description:
        'Keys separated by commas, each with a `-` in front to descend: `date`, `subject`, `from`, `to`, `size`, `uid`. Messages with equal keys follow by uid, in the direction of the date, else of the first key.',
      examples: ['-date,subject'],
    },
  },
  read: ({ parameters }) => parseSort(parameters),
};

/** Folders are merged by date: no other order exists. */
export const newestFirst: QueryReader<void> = {
  schemas: {
    sort: {
      title: 'sort.search',
      type: 'string',
      const: '-date',
      default: '-date',
      description: 'Newest first is the only order of a search of several folders.',
      examples: ['-date'],
    },
  },
  read: ({ parameters }) => requireNewestFirst(parameters),
};

/** Comma-separated keys, `-` for descending; default: newest first (JSON:API 1.1 §fetching-sorting). */
function parseSort(parameters: QueryParameters): MessageOrder {
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

function requireNewestFirst(parameters: QueryParameters): void {
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
