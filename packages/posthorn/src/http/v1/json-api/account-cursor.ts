import { ACCOUNT_TAG_CHARACTERS } from '../../answer/entity-tag.ts';
import { accountDigestOf } from '../../request/idempotency/account-digest.ts';
import { type CursorPage, unusableCursor } from '../query/page-parameters.ts';
import type { Exchange } from './exchange.ts';

type Asked = Pick<Exchange, 'request'>;

/** A cursor for this account only. */
export function toCursor(exchange: Asked, position: string | null): string | null {
  return position === null ? null : prefixOf(exchange) + position;
}

/** A cursor's position. Throws RequestProblems for another account's. */
export function toPosition(exchange: Asked, page: CursorPage): string | null {
  if (page.position === null) return null;
  const prefix = prefixOf(exchange);
  if (!page.position.startsWith(prefix)) throw unusableCursor(page);
  return page.position.slice(prefix.length);
}

function prefixOf({ request }: Asked): string {
  return accountDigestOf(request).slice(0, ACCOUNT_TAG_CHARACTERS);
}
