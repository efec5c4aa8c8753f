/** An account with a grant in a real database, and a service of access tokens over it. */
import { createSecretKey } from 'node:crypto';
import { createProviderServers } from '../../src/adapters/oauth/provider-servers.ts';
import type { EgressRules } from '../../src/adapters/oauth/vetted-transport.ts';
import { createSecretBox } from '../../src/adapters/secrets/aes-secret-box.ts';
import { createAccessTokens } from '../../src/application/connected/access-tokens.ts';
import type { AccessTokens } from '../../src/application/connected/account-logins.ts';
import type { Store } from '../../src/application/ports/state/store.ts';
import { grantBinding } from '../../src/domain/accounts/secret-bindings.ts';
import type { StoredAccount } from '../../src/domain/accounts/stored-account.ts';
import type { OAuthClientProvider } from '../../src/domain/logins/oauth-client.ts';
import { Secret } from '../../src/domain/logins/secret.ts';
import { buildAccount } from './stored-samples.ts';

const OAUTH_ACCOUNT = buildAccount({
  login: { mechanism: 'oauth', user: 'jane@example.org', provider: 'test' },
  provider: 'test',
});

export const GRANT_ACCOUNT = OAUTH_ACCOUNT.id;

/** The same in each process of a test. */
export const sceneSecretBox = () =>
  createSecretBox([{ name: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]);

/** A provider with the endpoints of a test's server. */
export function buildProvider(changes: Partial<OAuthClientProvider> = {}): OAuthClientProvider {
  return {
    ...{ id: 'test', name: 'Test & Co', clientId: 'posthorn', clientSecret: null },
    endpoints: { issuer: 'https://id.example.org' },
    ...{ scopes: ['openid', 'mail', 'offline_access'], domains: ['example.org'] },
    ...changes,
  };
}

export interface TokenServiceOptions {
  readonly provider: OAuthClientProvider;
  readonly attemptMs?: number;
  readonly timeoutMs?: number;
  readonly owner?: string;
  readonly now?: () => number;
  /** Called before each request. */
  readonly onRequest?: () => void;
}

/** Egress rules that allow every host; `onRequest` is called before each request. */
export function anyHost(onRequest: () => void = () => undefined): EgressRules {
  return {
    hostPolicy: {
      async vet({ host, port }) {
        onRequest();
        return { address: host, port };
      },
    },
    extraRoots: [],
  };
}

/** Refreshes at this issuer that give up soon. */
export function refreshesAt(issuer: string): TokenServiceOptions {
  return { provider: buildProvider({ endpoints: { issuer } }), attemptMs: 1_000, timeoutMs: 800 };
}

/** Access tokens of accounts in this store, from a provider that the operator named. */
export function tokensOver(
  store: Pick<Store, 'grants' | 'secretBox'>,
  options: TokenServiceOptions,
): AccessTokens {
  const { provider, attemptMs = 22_000, timeoutMs = 10_000, owner = 'node', now = Date.now } = options;
  return createAccessTokens({
    ...{ grants: store.grants, secretBox: store.secretBox, providers: () => [provider] },
    servers: createProviderServers({ ...anyHost(options.onRequest), now, timeoutMs }),
    ...{ owner: () => owner, now, attemptMs },
  });
}

/** Stores the account with a refresh token and an access token that has ended. */
export async function storeGrant(
  { accounts, secretBox }: Pick<Store, 'accounts' | 'secretBox'>,
  { refreshToken, accessEndsAt = 1 }: { readonly refreshToken: string; readonly accessEndsAt?: number },
): Promise<StoredAccount> {
  const seal = (text: string, field: 'refreshToken' | 'accessToken') =>
    secretBox.seal(new Secret(text), grantBinding(OAUTH_ACCOUNT, field));
  const epoch = await accounts.saveWithGrant(OAUTH_ACCOUNT, {
    ...{ provider: 'test', subject: null, scope: 'mail', accessEndsAt },
    refreshToken: seal(refreshToken, 'refreshToken'),
    accessToken: seal('old-access-token', 'accessToken'),
  });
  if (epoch === null) throw new Error('The account was not stored.');
  return { ...OAUTH_ACCOUNT, epoch };
}
