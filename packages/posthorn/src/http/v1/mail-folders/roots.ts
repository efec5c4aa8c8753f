import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { parseMailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { parseRoots } from '../../request/url/root-folders.ts';
import type { QueryReader } from '../query/query-reader.ts';
import { badParameter } from '../query/query-values.ts';

const ROOT_FILTER = 'filter[root]';

export const rootFilters: QueryReader<readonly MailboxName[] | undefined> = {
  schemas: {
    'filter[root]': {
      type: 'string',
      description:
        'A folder that the list starts at; may be repeated. Without it, the `subscriptions` of the account.',
      examples: ['INBOX'],
    },
    filter: {
      title: 'filter.folders',
      type: 'string',
      description: 'The same as JSON: `{"IN":{"id":["INBOX"]}}`.',
      examples: ['{"IN":{"id":["INBOX"]}}'],
    },
  },
  read: ({ parameters }) => parseRootFilters(parameters),
};

/** From `filter[root]`, or ids in `filter`. */
function parseRootFilters(parameters: QueryParameters): readonly MailboxName[] | undefined {
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
