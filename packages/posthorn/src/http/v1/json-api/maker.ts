import type { ApiKeyId } from '../../../domain/rights/api-key.ts';
import { provedPrincipalOf } from '../../request/login/authentication.ts';
import type { Exchange } from './exchange.ts';

/** A request's key. For scopes of keys alone. */
export function makerOf({ request }: Pick<Exchange, 'request'>): ApiKeyId {
  const key = provedPrincipalOf(request)?.key;
  if (key === undefined) throw new Error('This route is for API keys.');
  return key;
}
