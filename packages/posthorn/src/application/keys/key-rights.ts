import { containsNetwork } from '../../domain/network/network-text.ts';
import type { ApiKey, ApiKeyScope } from '../../domain/rights/api-key.ts';

/** A key's rights. */
export type KeyRights = Pick<ApiKey, 'scopes' | 'accounts' | 'networks' | 'expiresAt'>;

/** A right that a key's maker lacks. */
export type Excess =
  | { readonly scope: ApiKeyScope }
  | { readonly right: 'accounts' | 'networks' | 'expiresAt' };

/** A right of `wanted` that `maker` lacks; null if none. `agent` restricts: all may give it. */
export function findExcess(maker: KeyRights, wanted: KeyRights): Excess | null {
  const scope = wanted.scopes.find((each) => each !== 'agent' && !maker.scopes.includes(each));
  if (scope !== undefined) return { scope };
  if (!areAccountsWithin(maker, wanted)) return { right: 'accounts' };
  if (!areNetworksWithin(maker, wanted)) return { right: 'networks' };
  const endsInTime =
    (wanted.expiresAt ?? Number.POSITIVE_INFINITY) <= (maker.expiresAt ?? Number.POSITIVE_INFINITY);
  return endsInTime ? null : { right: 'expiresAt' };
}

/** True if `maker` has all accounts of `wanted`. */
export function areAccountsWithin(
  maker: Pick<KeyRights, 'accounts'>,
  wanted: Pick<KeyRights, 'accounts'>,
): boolean {
  if (maker.accounts === null) return true;
  const own = new Set(maker.accounts);
  return wanted.accounts?.every((id) => own.has(id)) ?? false;
}

function areNetworksWithin(maker: KeyRights, wanted: KeyRights): boolean {
  if (maker.networks.length === 0) return true;
  const isWithin = (inner: string) => maker.networks.some((outer) => containsNetwork(outer, inner));
  return wanted.networks.length > 0 && wanted.networks.every(isWithin);
}
