import { type MailboxName, parseMailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { isJsonObject, parseJson } from '../json-object.ts';
import { invalidParameter, type QueryParameters, singleValue } from './query-parameters.ts';

/**
 * The folders of a `filter` `{"IN":{"id":["INBOX"]}}`, also first in an `AND`. Throws `invalid-parameter` for others,
 * which must not be ignored silently.
 */
export function parseRoots(parameters: QueryParameters): readonly MailboxName[] | undefined {
  const text = singleValue(parameters, 'filter');
  if (text === undefined || text === '') return undefined;
  const ids = idsOf(parseJson(text));
  if (ids === undefined) throw invalidParameter('filter', 'must be like {"IN":{"id":["INBOX"]}}');
  return ids.map(toRoot);
}

function idsOf(filter: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(filter)) return undefined;
  const condition = Array.isArray(filter.AND) ? filter.AND[0] : filter;
  if (!isJsonObject(condition)) return undefined;
  const selection = condition.IN ?? condition.in;
  const ids = isJsonObject(selection) ? selection.id : undefined;
  return Array.isArray(ids) ? ids : undefined;
}

function toRoot(id: unknown): MailboxName {
  const name = typeof id === 'string' ? parseMailboxName(id) : undefined;
  if (name === undefined) throw invalidParameter('filter', 'must list names of mail folders');
  return name;
}
