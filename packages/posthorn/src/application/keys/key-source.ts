import { createHash } from 'node:crypto';
import type { MailAccount, MailAccountId } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { clientNetwork } from '../../domain/network/client-network.ts';
import { createNetworkList, type NetworkList } from '../../domain/network/network-list.ts';
import type { ApiKey, ApiKeyId } from '../../domain/rights/api-key.ts';
import type { OwnerKey, Principal, Scope } from '../../domain/rights/principal.ts';
import type { KeyCredentials, PrincipalSource, ProvedPrincipal } from '../accounts/principals.ts';
import type { AccountOpening } from '../connected/account-opening.ts';
import type { Accounts } from '../ports/state/accounts.ts';
import type { ApiKeys } from '../ports/state/api-keys.ts';
import type { RateLimits } from '../ports/state/rate-limits.ts';
import { createRecentRows } from '../recent-rows.ts';
import { isSecretOf } from './key-secret.ts';
import type { KeyUses } from './key-uses.ts';

const MAX_KNOWN = 10_000;
const MINUTE_MS = 60_000;

/** Dependencies. */
export interface KeySourceDependencies {
  readonly apiKeys: Pick<ApiKeys, 'find'>;
  readonly accounts: Pick<Accounts, 'list'>;
  readonly opening: AccountOpening;
  readonly uses: Pick<KeyUses, 'note' | 'flush'>;
  readonly rateLimits: RateLimits;
  /** Per client. */
  readonly failuresPerMinute: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Proves API keys. */
export interface KeySource extends PrincipalSource<KeyCredentials> {
  /** Call it after the key changes in this process. */
  forget(id: ApiKeyId): void;
  /** Stores last uses. */
  close(): Promise<void>;
}

interface KnownKey {
  readonly key: ApiKey;
  readonly isAllowed: NetworkList;
}

/** The source. */
export function createKeySource(dependencies: KeySourceDependencies): KeySource {
  const { apiKeys, accounts, opening, uses, rateLimits, failuresPerMinute, now } = dependencies;
  const known = createRecentRows<ApiKeyId, KnownKey>({
    max: MAX_KNOWN,
    async find(id) {
      const key = await apiKeys.find(id);
      return (
        key && { key, isAllowed: key.networks.length === 0 ? () => true : createNetworkList(key.networks) }
      );
    },
  });

  /** Only failures count: a flood must not lock out a valid key. */
  const refuse = async (client: string): Promise<MailError> => {
    const name = createHash('sha256')
      .update(`api keys ${clientNetwork(client)}`)
      .digest('base64url');
    const rule = { capacity: failuresPerMinute, periodMs: MINUTE_MS };
    const waitMs = await rateLimits.take({ name, rule, units: 1 });
    if (waitMs === 0) return new MailError('authentication-failed', { detail: 'There is no such API key.' });
    return new MailError('rate-limited', {
      detail: 'Too many requests from this address had no valid API key.',
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  };

  const proved = (
    { key, client }: { readonly key: ApiKey; readonly client: string },
    signal: AbortSignal,
  ) => ({
    soleAccount: () => soleAccountOf(key, accounts),
    noteFailure: (account: MailAccount, error: unknown) => opening.noteFailure(account, error),
    openAccount: (id: MailAccountId): Promise<MailAccount> => opening.open({ id, client }, signal),
    async renewed(account: MailAccountId | null): Promise<Principal | null> {
      const found = await known.find(key.id);
      if (found === null || !isUsableBy(found, { client, now: now() })) return null;
      return account === null || (await opening.isUsable(account)) ? toPrincipal(found.key) : null;
    },
  });

  return {
    async prove({ credentials: { id, secret, client }, account }, signal): Promise<ProvedPrincipal> {
      const isCached = known.has(id as ApiKeyId);
      const found = await known.find(id as ApiKeyId);
      const isProved = isSecretOf(secret, found?.key.secretHash);
      const isUsable = found !== null && isUsableBy(found, { client, now: now() });
      if (!isProved || !isUsable) {
        // Equal time: refusals must not reveal used ids.
        if (isCached) await apiKeys.find(id as ApiKeyId);
        throw await refuse(client);
      }
      const { key } = found;
      uses.note(key.id);
      const opener = proved({ key, client }, signal);
      return {
        ...opener,
        principal: toPrincipal(key),
        openAccounts: async () => (account === null ? [] : [await opener.openAccount(account)]),
      };
    },

    forget: known.forget,
    close: () => uses.flush(),
  };
}

function isUsableBy(
  { key, isAllowed }: KnownKey,
  { client, now }: { readonly client: string; readonly now: number },
): boolean {
  return isAllowed(client) && now < (key.expiresAt ?? Number.POSITIVE_INFINITY);
}

/** An agent's key never sends by itself, whatever its scopes. */
function toPrincipal({ id, name, scopes, accounts }: ApiKey): Principal {
  const granted = new Set<Scope>(scopes);
  if (granted.has('agent')) granted.delete('mail.send');
  return {
    kind: 'key',
    key: id,
    scopes: granted,
    accounts: accounts === null ? 'all' : new Set(accounts),
    ownerKey: `api key ${id}` as OwnerKey,
    name: `${name} (${id})`,
  };
}

async function soleAccountOf(
  { accounts: bound }: ApiKey,
  accounts: Pick<Accounts, 'list'>,
): Promise<MailAccountId | null> {
  if (bound !== null) return bound.length === 1 ? (bound[0] ?? null) : null;
  const sort = { by: 'createdAt', isDescending: false } as const;
  const page = await accounts.list({ filter: {}, sort, after: null, limit: 2 });
  const [first, second] = page.accounts;
  return first !== undefined && second === undefined ? first.id : null;
}
