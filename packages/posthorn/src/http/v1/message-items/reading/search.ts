import type { MessageSearchResult } from '../../../../application/messages/message-search.ts';
import { MailError } from '../../../../domain/errors/mail-error.ts';
import type { RelatedServices } from '../../../../resources/related-resources.ts';
import { problemOf, RequestProblems } from '../../../answer/problem.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import type { RouteOptions } from '../../../route/http-services.ts';
import { nameThreadFilter } from '../../filters/thread-filter.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import { type JsonApiRoute, readingRoute } from '../../json-api/json-api-route.ts';
import { totalMeta } from '../../json-api/page-links.ts';
import { ACCOUNT_MESSAGE_ITEMS_PATH, ALL_MESSAGE_ITEMS_PATH } from '../../paths.ts';
import { nameCursorParameter } from '../../query/page-parameters.ts';
import { badParameter } from '../../query/query-values.ts';
import { incompleteMeta } from './incomplete-meta.ts';
import { presentFoundMessages } from './present-found.ts';
import { searchLinks } from './search-links.ts';
import { searchMessageItemsAnywhereOperation, searchMessageItemsOperation } from './search-operation.ts';
import { FOLDER_FILTER, type SearchRequest, searchParameters } from './search-request.ts';

/** Share of the request's time; the rest is for rows. */
const TIME_SHARE = 0.5;
/** Bounds searches without hits. */
const MAX_TIME_BUDGET_MS = 15_000;

/** `GET /MailAccounts/{id}/MessageItems`: messages of all or some folders, newest first. */
export function searchMessageItems(services: RelatedServices, options: RouteOptions): ApiRoute {
  return readingRoute({
    ...searchRoute(services, options),
    path: ACCOUNT_MESSAGE_ITEMS_PATH,
    operation: searchMessageItemsOperation,
    access: { login: 'account', scope: 'mail.read' },
  });
}

/** `GET /MessageItems`, of the only account or a filter's. */
export function searchMessageItemsAnywhere(services: RelatedServices, options: RouteOptions): ApiRoute {
  return readingRoute({
    ...searchRoute(services, options),
    path: ALL_MESSAGE_ITEMS_PATH,
    operation: searchMessageItemsAnywhereOperation,
    access: { login: 'named-account', scope: 'mail.read' },
  });
}

function searchRoute(
  services: RelatedServices,
  options: RouteOptions,
): Pick<JsonApiRoute<SearchRequest>, 'primaryType' | 'isMessageList' | 'query' | 'handler'> {
  const timeBudgetMs = Math.min(MAX_TIME_BUDGET_MS, options.requestTimeoutMs * TIME_SHARE);
  return {
    primaryType: 'MessageItem',
    isMessageList: true,
    query: searchParameters(options.listMaxRows),
    async handler(exchange, request) {
      const result = await search(services, { exchange, request, timeBudgetMs });
      if (request.isCompleteOnly && result.unsearched.length > 0) throw searchIncomplete();
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

function searchIncomplete(): RequestProblems {
  const detail = 'Some folders could not be searched.';
  return new RequestProblems([
    problemOf('search-incomplete', { detail, source: { parameter: 'incomplete' } }),
  ]);
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
