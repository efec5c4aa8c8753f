/** `GET /MailAccounts/{id}/MessageItems`: the messages of all folders, or of some, newest first. */
import type { MessageSearchRequest } from '../../../application/message-search.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { accountOf } from '../../request/authentication.ts';
import { collectProblems } from '../../request/collect-problems.ts';
import type { QueryParameters } from '../../request/query-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { RouteOptions } from '../../route/http-services.ts';
import type { Exchange } from '../exchange.ts';
import { parseFilters } from '../filters/filter-parameters.ts';
import { type Inclusion, parseInclude } from '../include.ts';
import { readingRoute } from '../json-api-route.ts';
import { offsetLinks } from '../page-links.ts';
import { OFFSET_PAGE_PARAMETERS, type OffsetPage, parsePage } from '../page-parameters.ts';
import { parseMailFolderId } from '../parse-resource-ids.ts';
import { ACCOUNT_MESSAGE_ITEMS_PATH } from '../paths.ts';
import { badParameter } from '../query-values.ts';
import { messageSelection } from '../resources/message-selection.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { requireNewestFirst } from '../sort-parameter.ts';
import { checkRows } from './list-request.ts';
import { presentFoundMessages } from './present-found.ts';
import { searchMessageItemsOperation } from './search-operation.ts';

/** How far back rows can be reached: every folder has to tell the dates of as many rows. */
const MAX_START = 1_000;
/** Which folders are searched; without it, all but those for junk and deleted messages. */
const FOLDER_FILTER = 'filter[MailFolder]';
/** What the request may spend on searching; the rest is for reading the rows. */
const TIME_SHARE = 0.5;
/** Nobody waits longer for hits that may not exist. */
const MAX_TIME_BUDGET_MS = 15_000;

export function searchMessageItems(services: RelatedServices, options: RouteOptions): ApiRoute {
  const timeBudgetMs = Math.min(MAX_TIME_BUDGET_MS, options.requestTimeoutMs * TIME_SHARE);
  return readingRoute({
    path: ACCOUNT_MESSAGE_ITEMS_PATH,
    operation: searchMessageItemsOperation,
    login: 'account',
    primaryType: 'MessageItem',
    isMessageList: true,
    parameters: ['include', 'images', 'sort', 'filter', 'filter[]', 'attributes', ...OFFSET_PAGE_PARAMETERS],
    async handler(exchange) {
      const { page, include, search } = parseSearch(exchange, options);
      const result = await services.messageItems.search({ ...search, timeBudgetMs }, exchange.signal);
      const { messages: found, matching, isIncomplete } = result;
      const document = await presentFoundMessages(services, { exchange, include, found });
      const links = offsetLinks(exchange, page, Math.min(matching, MAX_START + 1));
      const isCut = matching > MAX_START + page.limit && page.start + page.limit > MAX_START;
      const meta = { page: { total: matching }, ...((isIncomplete || isCut) && { incomplete: true }) };
      return { kind: 'document', document: { ...document, links, meta } };
    },
  });
}

interface ParsedSearch {
  readonly page: OffsetPage;
  readonly include: Inclusion;
  readonly search: Omit<MessageSearchRequest, 'timeBudgetMs'>;
}

function parseSearch({ request, parameters, fields }: Exchange, { listMaxRows }: RouteOptions): ParsedSearch {
  const { page, include, criterion, folders } = collectProblems({
    page: () => parseSearchPage(parsePage(parameters, { maxRows: listMaxRows })),
    include: () => parseInclude(parameters, 'MessageItem'),
    criterion: () => parseFilters(withoutFolders(parameters)),
    folders: () => parseFolders(parameters, accountOf(request)),
    sort: () => requireNewestFirst(parameters),
  });
  checkRows(page, { include, fields });
  const search = {
    account: accountOf(request),
    folders,
    criterion,
    window: { start: page.start, limit: page.limit },
    selection: messageSelection(fields),
  };
  return { page, include, search };
}

function withoutFolders(parameters: QueryParameters): QueryParameters {
  return new Map([...parameters].filter(([name]) => name !== FOLDER_FILTER));
}

/** The folders of the filter, by their ids; undefined without it. */
function parseFolders(parameters: QueryParameters, account: MailAccount): readonly MailboxName[] | undefined {
  const ids = parameters.get(FOLDER_FILTER)?.flatMap((text) => text.split(','));
  return ids?.map((id) => {
    const folder = parseMailFolderId(id, account);
    if (folder === undefined)
      throw badParameter(FOLDER_FILTER, 'must have ids of folders, with commas between them');
    return folder.mailbox;
  });
}

function parseSearchPage(page: ReturnType<typeof parsePage>): OffsetPage {
  // Cursors are none of this route's parameters, so what is left is `limit=-1`.
  if (page.kind !== 'offset') throw badParameter('limit', 'must be positive here');
  if (page.start > MAX_START) throw badParameter(page.names.start, `must not be greater than ${MAX_START}`);
  return page;
}
