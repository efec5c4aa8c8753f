import type { MessageSort, MessageSortKey } from '../../../domain/messages/message-query.ts';
import { isJsonObject, parseJson } from '../../request/json-object.ts';
import { invalidParameter, type QueryParameters, singleValue } from '../../request/url/query-parameters.ts';

const DEFAULT_SORT: MessageSort = { key: 'date', isDescending: true };

const KEYS: ReadonlyMap<unknown, MessageSortKey> = new Map([
  ['date', 'date'],
  ['subject', 'subject'],
  ['from', 'from'],
  ['to', 'to'],
  ['size', 'size'],
  // Servers cannot sort by these: mailbox order.
  ['seen', 'uid'],
  ['hasAttachments', 'uid'],
]);

const DIRECTIONS: ReadonlyMap<string, boolean> = new Map([
  ['ASC', false],
  ['DESC', true],
]);

/**
 * Parses `sort`: the first entry of a JSON array such as `[{"property":"date","direction":"DESC"}]`, or one such
 * object. Default: newest first; without a direction, ascending. Throws `invalid-parameter`.
 */
export function parseSort(parameters: QueryParameters): MessageSort {
  const text = singleValue(parameters, 'sort');
  if (text === undefined || text === '') return DEFAULT_SORT;
  const [entry] = [parseJson(text)].flat();
  if (!isJsonObject(entry))
    throw invalidParameter('sort', 'must be like [{"property":"date","direction":"DESC"}]');
  const key = KEYS.get(entry.property);
  if (key === undefined) throw invalidParameter('sort', `must name one of ${[...KEYS.keys()].join(', ')}`);
  const { direction = 'ASC' } = entry;
  const isDescending = typeof direction === 'string' ? DIRECTIONS.get(direction.toUpperCase()) : undefined;
  if (isDescending === undefined) throw invalidParameter('sort', 'must have the direction ASC or DESC');
  return { key, isDescending };
}
