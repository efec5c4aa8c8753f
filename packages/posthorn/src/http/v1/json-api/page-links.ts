import type { MessagePage } from '../../../application/ports/mail/mail-store.ts';
import type { PageLinks } from '../../../resources/json-api-document.ts';
import {
  type CursorPage,
  END_CURSOR,
  OFFSET_PAGE_PARAMETERS,
  type OffsetPage,
  type PageRequest,
} from '../query/page-parameters.ts';
import { toCursor } from './account-cursor.ts';
import type { Exchange } from './exchange.ts';

type Linking = Pick<Exchange, 'link'>;

/** A page's links (JSON:API 1.1 §fetching-pagination); undefined for a whole list. */
export function pageLinks(
  exchange: Pick<Exchange, 'link' | 'request'>,
  { page, rows }: { readonly page: PageRequest; readonly rows: MessagePage },
): PageLinks | undefined {
  if (page.kind === 'all') return undefined;
  return page.kind === 'cursor'
    ? cursorLinks(exchange, page, rows)
    : offsetLinks(exchange, page, rows.matching);
}

/** The number of rows, repeated on numbered pages for react-admin. */
export function totalMeta(page: PageRequest, total: number): Readonly<Record<string, unknown>> {
  const isNumbered = page.kind === 'offset' && page.isNumbered;
  return { page: { total }, ...(isNumbered && { total }) };
}

/** Links by offset. */
export function offsetLinks(
  { link }: Linking,
  { start, limit, names, isNumbered = false }: OffsetPage,
  total: number,
): PageLinks {
  const lastStart = lastStartOf({ limit }, total);
  const pageAt = (from: number): string =>
    link(
      new Map([
        ['page[start]', null],
        [names.start, String(isNumbered ? 1 + from / Math.max(1, limit) : from)],
        [names.limit, String(limit)],
      ]),
    );
  return {
    first: pageAt(0),
    prev: start === 0 ? null : pageAt(Math.max(0, Math.min(start - limit, lastStart))),
    next: limit > 0 && start + limit < total ? pageAt(start + limit) : null,
    last: pageAt(lastStart),
  };
}

/** Start of the last page. */
export function lastStartOf({ limit }: Pick<OffsetPage, 'limit'>, total: number): number {
  return limit === 0 ? 0 : Math.max(0, Math.floor((total - 1) / limit) * limit);
}

/** A page beside a cursor; without one, the first. */
export interface BesideCursor {
  readonly after?: string;
  readonly before?: string;
  readonly size: number;
}

/** The page's address, without the request's paging parameters. */
export function pageBesideCursor({ link }: Linking, { after, before, size }: BesideCursor): string {
  const others = OFFSET_PAGE_PARAMETERS.map((name) => [name, null] as const);
  return link(
    new Map([
      ...others,
      ['page[after]', after ?? null],
      ['page[before]', before ?? null],
      ['page[size]', String(size)],
    ]),
  );
}

/** Links by cursors. An empty page's neighbours are the list's ends. */
export function cursorLinks(
  exchange: Pick<Exchange, 'link' | 'request'>,
  { limit: size }: CursorPage,
  page: Pick<MessagePage, 'hasPrevious' | 'hasNext' | 'firstPosition' | 'lastPosition'>,
): PageLinks {
  const first = pageBesideCursor(exchange, { size });
  const last = pageBesideCursor(exchange, { before: END_CURSOR, size });
  const before = toCursor(exchange, page.firstPosition);
  const after = toCursor(exchange, page.lastPosition);
  const prev = before === null ? last : pageBesideCursor(exchange, { before, size });
  const next = after === null ? first : pageBesideCursor(exchange, { after, size });
  return { first, prev: page.hasPrevious ? prev : null, next: page.hasNext ? next : null, last };
}
