/** The filters of a folder list: which folders are its roots. */
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { parseMailboxName } from '../../../domain/mailbox-name.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { parseRoots } from '../../request/url/root-folders.ts';
import { badParameter } from '../query/query-values.ts';

const ROOT_FILTER = 'filter[root]';

/**
 * The roots: the values of `filter[root]`, one mailbox name each, or the ids in a plain `filter` such as
 * `{"IN":{"id":["INBOX"]}}`; undefined without either. Throws RequestProblems or `invalid-parameter`.
 */
export function parseRootFilters(parameters: QueryParameters): readonly MailboxName[] | undefined {
  const roots = parameters.get(ROOT_FILTER)?.map(toRoot);
  const plain = parseRoots(parameters);
  if (roots !== undefined && plain !== undefined) throw badParameter('filter', `excludes "${ROOT_FILTER}"`);
  return roots ?? plain;
}

function toRoot(text: string): MailboxName {
  const name = parseMailboxName(text);
  if (name === undefined) throw badParameter(ROOT_FILTER, 'must be the name of a mail folder');
  return name;
}
