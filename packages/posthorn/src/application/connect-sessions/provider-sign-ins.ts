import { createHash, randomBytes } from 'node:crypto';
import type { MailServerEntry } from '../../domain/accounts/mail-server-entry.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { OAuthClientProvider } from '../../domain/logins/oauth-client.ts';
import { Secret } from '../../domain/logins/secret.ts';
import type { AuthorizationServers } from '../ports/network/authorization-servers.ts';
import type { IssuedGrant, ProviderSignIns } from './account-connection.ts';

/** Dependencies. */
export interface ProviderSignInsDependencies {
  readonly providers: () => readonly OAuthClientProvider[];
  readonly mailServers: () => readonly MailServerEntry[];
  readonly servers: Pick<AuthorizationServers, 'authorizationUrl' | 'redeem'>;
}

const RANDOM_OCTETS = 32;
const SEPARATOR = '.';

/** The service (RFC 6749 §4.1, RFC 7636). */
export function createProviderSignIns(dependencies: ProviderSignInsDependencies): ProviderSignIns {
  const { providers, mailServers, servers } = dependencies;

  const find = (id: string): OAuthClientProvider => {
    const provider = providers().find((each) => each.id === id);
    if (provider !== undefined) return provider;
    const detail = 'This provider is no longer in app/config/oauth.js.';
    throw new MailError('authentication-failed', { detail });
  };

  return {
    offered: (address, named) =>
      named === null
        ? providersOf(address, { providers: providers(), mailServers: mailServers() })
        : providers().filter(({ id }) => named.includes(id)),

    async begin({ provider, ...request }, signal) {
      const [verifier, nonce] = [randomText(), randomText()];
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const url = await servers.authorizationUrl(find(provider), { ...request, nonce, challenge }, signal);
      return { url, pending: new Secret(`${verifier}${SEPARATOR}${nonce}`) };
    },

    async complete({ provider, redirectUri, state, parameters, pending }, signal): Promise<IssuedGrant> {
      const [verifier = '', nonce = ''] = pending.reveal().split(SEPARATOR);
      const answer = { redirectUri, state, nonce, verifier: new Secret(verifier), parameters };
      const { refreshToken, ...tokens } = await servers.redeem(find(provider), answer, signal);
      if (refreshToken === null) throw notLasting();
      return { ...tokens, refreshToken, provider };
    },
  };
}

/** By domain, else by issuer of the address's mail server entry. */
function providersOf(
  address: string,
  {
    providers,
    mailServers,
  }: { readonly providers: readonly OAuthClientProvider[]; readonly mailServers: readonly MailServerEntry[] },
): readonly OAuthClientProvider[] {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const own = providers.filter(({ domains }) => domains.includes(domain));
  if (own.length > 0) return own;
  const entry = mailServers.find(({ patterns }) => patterns.some((pattern) => pattern.matches(address)));
  const issuer = entry?.oauth && issuerOf(entry.oauth);
  return issuer === undefined ? [] : providers.filter((provider) => issuerOf(provider) === issuer);
}

function issuerOf({ endpoints }: Pick<OAuthClientProvider, 'endpoints'>): string | undefined {
  return 'issuer' in endpoints ? endpoints.issuer : undefined;
}

function randomText(): string {
  return randomBytes(RANDOM_OCTETS).toString('base64url');
}

function notLasting(): MailError {
  return new MailError('authentication-failed', {
    detail: 'The provider gave access for a short time only. Its scopes may lack offline_access.',
  });
}
