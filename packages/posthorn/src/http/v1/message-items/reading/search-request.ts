import type { MessageSearchRequest } from '../../../../application/messages/message-search.ts';
import type { MailAccount } from '../../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../../domain/mailboxes/mailbox-name.ts';
import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import { parseMailFolderId } from '../../../../resources/identifiers/parse-resource-ids.ts';
import { messageSelection } from '../../../../resources/message-selection.ts';
import type { Inclusion } from '../../../../resources/related-resources.ts';
import { accountOf } from '../../../request/login/authentication.ts';
import type { QueryParameters } from '../../../request/url/query-parameters.ts';
import { ACCOUNT_FILTER, accountFilter } from '../../filters/account-filter.ts';
import { messageFilters } from '../../filters/message-filters.ts';
import { toPosition } from '../../json-api/account-cursor.ts';
import type { CursorPage, OffsetPage, PageRequest } from '../../query/page-parameters.ts';
import { pageReader, positiveLimitSchema } from '../../query/page-reader.ts';
import { type AskedQuery, type QueryReader, together } from '../../query/query-reader.ts';
import { badParameter, singleValueOf } from '../../query/query-values.ts';
import { showing } from '../../query/shown-resources.ts';
import { newestFirst } from '../../query/sort-parameter.ts';
import { checkRows } from './list-request.ts';

/** Every folder returns as many dates as the offset; cursors have no limit. */
export const MAX_START = 1_000;
/** Default: all except junk and trash. */
export const FOLDER_FILTER = 'filter[MailFolder]';
const MAX_FOLDERS = 100;

export type SearchPage = OffsetPage | CursorPage;

/** Search parameters. */
export interface SearchRequest {
  readonly page: SearchPage;
  readonly include: Inclusion;
  readonly isCompleteOnly: boolean;
  readonly search: Omit<MessageSearchRequest, 'timeBudgetMs'> & {
    readonly thread?: ExactMessageRef | undefined;
  };
}

const folderFilter: QueryReader<readonly MailboxName[] | undefined> = {
  schemas: {
    'filter[MailFolder]': {
      type: 'string',
      description:
        'Ids of the folders to search, with commas between them. Without it: all folders but those of the types `JUNK` and `TRASH`.',
      examples: ['demo.INBOX'],
    },
  },
  read: ({ request, parameters }) => parseFolders(parameters, accountOf(request)),
};

const incompleteParameter: QueryReader<boolean> = {
  schemas: {
    incomplete: {
      type: 'string',
      enum: ['show', 'error'],
      default: 'show',
      description:
        'With `error`, a search that did not reach all folders is 504 `search-incomplete` instead of a document with `meta.incomplete`.',
      examples: ['error'],
    },
  },
  read({ parameters }) {
    const value = singleValueOf(parameters, 'incomplete') ?? 'show';
    if (value !== 'show' && value !== 'error') throw badParameter('incomplete', 'must be "show" or "error"');
    return value === 'error';
  },
};

/** Parameters of an account search. */
export function searchParameters(maxRows: number): QueryReader<SearchRequest> {
  const parameters = together({
    page: searchPageReader(maxRows),
    include: showing('MessageItem'),
    filters: messageFilters([FOLDER_FILTER, ACCOUNT_FILTER]),
    folders: folderFilter,
    order: newestFirst,
    isCompleteOnly: incompleteParameter,
  });
  return {
    ...parameters,
    schemas: { ...parameters.schemas, ...accountFilter.schemas },
    read(asked) {
      accountFilter.read(asked);
      const { page, include, filters, folders, isCompleteOnly } = parameters.read(asked);
      const { request, fields } = asked;
      checkRows(page, { include, fields });
      const account = accountOf(request);
      const window = toWindow(asked, page);
      const selection = messageSelection(fields);
      return { page, include, isCompleteOnly, search: { account, folders, ...filters, window, selection } };
    },
  };
}

function searchPageReader(maxRows: number): QueryReader<SearchPage> {
  const { schemas, read, ...pages } = pageReader(maxRows);
  return {
    ...pages,
    schemas: { ...schemas, ...positiveLimitSchema },
    read: (asked) => requireReachable(read(asked)),
  };
}

function toWindow(exchange: AskedQuery, page: SearchPage): MessageSearchRequest['window'] {
  if (page.kind === 'offset') return { start: page.start, limit: page.limit };
  return { direction: page.direction, position: toPosition(exchange, page), limit: page.limit };
}

function parseFolders(parameters: QueryParameters, account: MailAccount): readonly MailboxName[] | undefined {
  const ids = parameters.get(FOLDER_FILTER)?.flatMap((text) => text.split(','));
  if (ids === undefined) return undefined;
  if (ids.length > MAX_FOLDERS)
    throw badParameter(FOLDER_FILTER, `must not have more than ${MAX_FOLDERS} ids`);
  const mailboxes = ids.map((id) => {
    const folder = parseMailFolderId(id, account);
    if (folder === undefined)
      throw badParameter(FOLDER_FILTER, 'must have ids of folders, with commas between them');
    return folder.mailbox;
  });
  return [...new Set(mailboxes)];
}

function requireReachable(page: PageRequest): SearchPage {
  if (page.kind === 'all') throw badParameter('limit', 'must be positive here');
  if (page.kind === 'offset' && page.start > MAX_START)
    throw badParameter(page.names.start, `must not reach beyond row ${MAX_START}; go on by the next links`);
  return page;
}
