/** The links from one page of a list to the others (JSON:API 1.1 §fetching-pagination). */
import type { MessagePage } from '../../application/ports/mail-store.ts';
import type { Exchange } from './exchange.ts';
import type { PageLinks } from './json-api-document.ts';
import { type CursorPage, END_CURSOR, type OffsetPage } from './page-parameters.ts';

/** The links of a list in which `total` rows can be reached. */
export function offsetLinks(
  { link }: Pick<Exchange, 'link'>,
  { start, limit, names }: OffsetPage,
  total: number,
): PageLinks {
  const lastStart = Math.max(0, Math.floor((total - 1) / limit) * limit);
  const pageAt = (from: number): string =>
    link(
      new Map([
        // The alias is replaced by the name that it stands for.
        ['page[start]', null],
        [names.start, String(from)],
        [names.limit, String(limit)],
      ]),
    );
  return {
    first: pageAt(0),
    prev: start === 0 ? null : pageAt(Math.max(0, Math.min(start - limit, lastStart))),
    next: start + limit < total ? pageAt(start + limit) : null,
    last: pageAt(lastStart),
  };
}

/**
 * The links by cursors. A page without rows has none to put a cursor on: its neighbours are then the ends of the
 * list.
 */
export function cursorLinks(
  { link }: Pick<Exchange, 'link'>,
  { limit }: CursorPage,
  page: Pick<MessagePage, 'hasPrevious' | 'hasNext' | 'firstPosition' | 'lastPosition'>,
): PageLinks {
  const pageBeside = (cursor: { readonly after?: string; readonly before?: string }): string =>
    link(
      new Map([
        ['page[after]', cursor.after ?? null],
        ['page[before]', cursor.before ?? null],
        ['page[size]', String(limit)],
      ]),
    );
  const first = pageBeside({});
  const last = pageBeside({ before: END_CURSOR });
  const { firstPosition, lastPosition } = page;
  const prev = firstPosition === null ? last : pageBeside({ before: firstPosition });
  const next = lastPosition === null ? first : pageBeside({ after: lastPosition });
  return { first, prev: page.hasPrevious ? prev : null, next: page.hasNext ? next : null, last };
}
