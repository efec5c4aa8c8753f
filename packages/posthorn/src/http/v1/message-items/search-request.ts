/** What a request for messages of an account asks for. */
import type { MessageSearchRequest } from '../../../application/messages/message-search.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { RouteOptions } from '../../route/http-services.ts';
import { ACCOUNT_FILTER, useNamedAccount } from '../filters/account-filter.ts';
import { parseFilters } from '../filters/filter-parameters.ts';
import { parseIds, withoutIds } from '../filters/id-filter.ts';
import { parseThread, withoutThread } from '../filters/thread-filter.ts';
import { parseMailFolderId } from '../identifiers/parse-resource-ids.ts';
import { toPosition } from '../json-api/account-cursor.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { type Inclusion, parseInclude } from '../query/include.ts';
import { type CursorPage, type OffsetPage, parsePage } from '../query/page-parameters.ts';
import { badParameter } from '../query/query-values.ts';
import { requireNewestFirst } from '../query/sort-parameter.ts';
import { messageSelection } from '../resources/message-selection.ts';
import { checkRows } from './list-request.ts';

/** The highest row that offsets reach: every folder has to return the dates of as many rows. Cursors go further. */
export const MAX_START = 1_000;
/** Which folders are searched; without it, all but those for junk and deleted messages. */
export const FOLDER_FILTER = 'filter[MailFolder]';
/** Folders that are named one by one; the address of the request bounds them too. */
const MAX_FOLDERS = 100;

/** A page of a search. */
export type SearchPage = OffsetPage | CursorPage;

export interface SearchRequest {
  readonly page: SearchPage;
  readonly include: Inclusion;
  readonly search: Omit<MessageSearchRequest, 'timeBudgetMs'> & {
    readonly thread?: ExactMessageRef | undefined;
  };
}

/** Throws RequestProblems with all that is wrong with the parameters. */
export function parseSearch(exchange: Exchange, { listMaxRows }: RouteOptions): SearchRequest {
  const { request, parameters, fields } = exchange;
  useNamedAccount(exchange);
  const account = accountOf(request);
  const { page, include, criterion, folders, messages, thread } = collectProblems({
    page: () => parseSearchPage(parsePage(parameters, { maxRows: listMaxRows })),
    include: () => parseInclude(parameters, 'MessageItem'),
    criterion: () => parseFilters(withoutThread(withoutIds(withoutFolders(parameters)))),
    messages: () => parseIds(parameters, account),
    thread: () => parseThread(parameters, account),
    folders: () => parseFolders(parameters, account),
    sort: () => requireNewestFirst(parameters),
  });
  checkRows(page, { include, fields });
  const window = toWindow(exchange, page);
  return {
    page,
    include,
    search: { account, folders, thread, messages, criterion, window, selection: messageSelection(fields) },
  };
}

function toWindow(exchange: Exchange, page: SearchPage): MessageSearchRequest['window'] {
  if (page.kind === 'offset') return { start: page.start, limit: page.limit };
  return { direction: page.direction, position: toPosition(exchange, page), limit: page.limit };
}

function withoutFolders(parameters: QueryParameters): QueryParameters {
  return new Map([...parameters].filter(([name]) => name !== FOLDER_FILTER && name !== ACCOUNT_FILTER));
}

/** The folders of the filter, by their ids, each once; undefined without it. */
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

function parseSearchPage(page: ReturnType<typeof parsePage>): SearchPage {
  if (page.kind === 'all') throw badParameter('limit', 'must be positive here');
  if (page.kind === 'offset' && page.start > MAX_START)
    throw badParameter(page.names.start, `must not reach beyond row ${MAX_START}; go on by the next links`);
  return page;
}
