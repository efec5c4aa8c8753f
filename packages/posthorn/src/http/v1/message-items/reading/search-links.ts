import type { MessageSearchResult } from '../../../../application/messages/message-search.ts';
import type { PageLinks } from '../../../../resources/json-api-document.ts';
import { toCursor } from '../../json-api/account-cursor.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import { cursorLinks, lastStartOf, offsetLinks, pageBesideCursor } from '../../json-api/page-links.ts';
import { END_CURSOR, MAX_LIMIT } from '../../query/page-parameters.ts';
import { MAX_START, type SearchPage } from './search-request.ts';

type SearchLinks = Pick<PageLinks, 'first' | 'prev'> & Partial<PageLinks>;

/** Links by offset up to its limit, then by cursor. An incomplete search has no known end. */
export function searchLinks(
  exchange: Exchange,
  { page, result }: { readonly page: SearchPage; readonly result: MessageSearchResult },
): SearchLinks {
  const links = linksOf(exchange, page, result);
  if (result.unsearched.length === 0) return links;
  const { first, prev, next } = links;
  return { first, prev, ...(next !== null && { next }) };
}

function linksOf(exchange: Exchange, page: SearchPage, result: MessageSearchResult): PageLinks {
  if (page.kind === 'cursor') return cursorLinks(exchange, page, result);
  const { matching } = result;
  const links = offsetLinks(exchange, page, matching);
  const after = toCursor(exchange, result.lastPosition);
  const size = Math.min(page.limit, MAX_LIMIT);
  const isNextBeyond = page.start + page.limit > MAX_START && links.next !== null;
  return {
    ...links,
    ...(isNextBeyond && after !== null && { next: pageBesideCursor(exchange, { after, size }) }),
    ...(lastStartOf(page, matching) > MAX_START && {
      last: pageBesideCursor(exchange, { before: END_CURSOR, size }),
    }),
  };
}
