/** `GET /MailAccounts/{id}/MessageItems`: the messages of all folders, or of some, newest first. */
import type { MessageSearchResult } from '../../../application/messages/message-search.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { RouteOptions } from '../../route/http-services.ts';
import { nameThreadFilter } from '../filters/thread-filter.ts';
import { ACCOUNT_MESSAGE_ITEMS_PATH, ALL_MESSAGE_ITEMS_PATH } from '../identifiers/paths.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { type JsonApiRoute, readingRoute } from '../json-api/json-api-route.ts';
import { totalMeta } from '../json-api/page-links.ts';
import { nameCursorParameter, PAGE_PARAMETERS } from '../query/page-parameters.ts';
import { badParameter } from '../query/query-values.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { incompleteMeta } from './incomplete-meta.ts';
import { presentFoundMessages } from './present-found.ts';
import { searchLinks } from './search-links.ts';
import { searchMessageItemsAnywhereOperation, searchMessageItemsOperation } from './search-operation.ts';
import { FOLDER_FILTER, parseSearch, type SearchRequest } from './search-request.ts';

/** What the request may spend on searching; the rest is for reading the rows. */
const TIME_SHARE = 0.5;
/** A search for hits that may not exist is bounded in time. */
const MAX_TIME_BUDGET_MS = 15_000;

/** In the account of the address. */
export function searchMessageItems(services: RelatedServices, options: RouteOptions): ApiRoute {
  return readingRoute({
    ...searchRoute(services, options),
    path: ACCOUNT_MESSAGE_ITEMS_PATH,
    operation: searchMessageItemsOperation,
    login: 'account',
  });
}

/** In the only account, or in the one that a filter names: clients that know types alone ask here. */
export function searchMessageItemsAnywhere(services: RelatedServices, options: RouteOptions): ApiRoute {
  return readingRoute({
    ...searchRoute(services, options),
    path: ALL_MESSAGE_ITEMS_PATH,
    operation: searchMessageItemsAnywhereOperation,
    login: 'all-accounts',
  });
}

function searchRoute(
  services: RelatedServices,
  options: RouteOptions,
): Pick<JsonApiRoute, 'primaryType' | 'isMessageList' | 'parameters' | 'check' | 'handler'> {
  const timeBudgetMs = Math.min(MAX_TIME_BUDGET_MS, options.requestTimeoutMs * TIME_SHARE);
  return {
    primaryType: 'MessageItem',
    isMessageList: true,
    parameters: ['include', 'images', 'sort', 'filter', 'filter[]', 'attributes', ...PAGE_PARAMETERS],
    check: (exchange) => parseSearch(exchange, options),
    async handler(exchange) {
      const request = parseSearch(exchange, options);
      const result = await search(services, { exchange, request, timeBudgetMs });
      const { messages: found, matching } = result;
      const document = await presentFoundMessages(services, { exchange, include: request.include, found });
      const links = searchLinks(exchange, { page: request.page, result });
      const meta = {
        ...totalMeta(request.page, matching),
        ...incompleteMeta(exchange.request, result.unsearched),
      };
      return { kind: 'document', document: { ...document, links, meta } };
    },
  };
}

interface TimedSearch {
  readonly exchange: Exchange;
  readonly request: SearchRequest;
  readonly timeBudgetMs: number;
}

async function search(
  { messageItems }: RelatedServices,
  { exchange, request, timeBudgetMs }: TimedSearch,
): Promise<MessageSearchResult> {
  try {
    return await messageItems.search({ ...request.search, timeBudgetMs }, exchange.signal);
  } catch (error) {
    const { folders, thread } = request.search;
    const isFolderUnknown = error instanceof MailError && error.code === 'mailbox-unknown';
    if (isFolderUnknown && folders !== undefined && thread === undefined)
      throw badParameter(FOLDER_FILTER, 'must have ids of folders that exist');
    throw nameCursorParameter(nameThreadFilter(error, thread), request.page);
  }
}
