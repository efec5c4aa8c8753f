import { grantBinding } from '../../domain/accounts/secret-bindings.ts';
import type { StoredAccount } from '../../domain/accounts/stored-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { OAuthClientProvider } from '../../domain/logins/oauth-client.ts';
import type { AuthorizationServers } from '../ports/network/authorization-servers.ts';
import type { Grant, NewGrant } from '../ports/state/grants.ts';
import type { SecretBox } from '../ports/state/secret-box.ts';
import type { GivenLogin } from './account-values.ts';

/** Dependencies. */
export interface AccessGrantsDependencies {
  readonly providers: () => readonly OAuthClientProvider[];
  readonly servers: Pick<AuthorizationServers, 'refresh'>;
}

/** Access for OAuth logins before storage. */
export interface AccessGrants {
  /**
   * The login with the valid refresh token and, if tried, an access token. Throws `token-not-supported` for
   * an unknown provider, `authentication-failed` for an ended grant, and `server-*`.
   */
  open(login: GivenLogin, options: { readonly isTried: boolean }, signal: AbortSignal): Promise<GivenLogin>;
}

const MEMBER = 'attributes.login';

/** The service. */
export function createAccessGrants({ providers, servers }: AccessGrantsDependencies): AccessGrants {
  return {
    async open(login, { isTried }, signal) {
      if (login.mechanism === 'password') return login;
      const provider = providers().find(({ id }) => id === login.provider);
      if (provider === undefined) throw providerUnknown();
      if (!isTried || login.access !== undefined) return login;
      const answer = await servers.refresh(provider, login.refreshToken, signal);
      if (answer.kind === 'ended') throw tokenRefused();
      if (answer.kind !== 'issued') throw answer.error;
      const { accessToken: token, accessEndsAt: endsAt, refreshToken, subject, scope } = answer.tokens;
      return {
        ...login,
        refreshToken: refreshToken ?? login.refreshToken,
        access: { token, endsAt, subject, scope },
      };
    },
  };
}

/** The grant to store with a login's account; null for passwords. */
export function toNewGrant({
  account,
  login,
  secretBox,
}: {
  readonly account: StoredAccount;
  readonly login: GivenLogin;
  readonly secretBox: Pick<SecretBox, 'seal'>;
}): NewGrant | null {
  if (login.mechanism === 'password') return null;
  const { provider, refreshToken, access } = login;
  return {
    ...{ provider, subject: access?.subject ?? null, scope: access?.scope ?? null },
    refreshToken: secretBox.seal(refreshToken, grantBinding(account, 'refreshToken')),
    accessToken: access ? secretBox.seal(access.token, grantBinding(account, 'accessToken')) : null,
    accessEndsAt: access?.endsAt ?? null,
  };
}

/** Throws `conflict` for another person's grant at the same provider. */
export function requireSamePerson(grant: Grant | null, login: GivenLogin): void {
  if (grant === null || login.mechanism === 'password' || grant.provider !== login.provider) return;
  const subject = login.access?.subject ?? null;
  if (grant.subject === null || subject === null || grant.subject === subject) return;
  throw new MailError('conflict', { detail: 'The sign-in is that of another person.', member: MEMBER });
}

/** Throws `token-not-supported`: an account has only the grant of its login. */
export function requireOneGrant(outboxLogin: GivenLogin | null | undefined): void {
  if (outboxLogin?.mechanism !== 'oauth') return;
  throw new MailError('token-not-supported', {
    detail: 'Sending uses the provider of the login. Leave outboxLogin out.',
    member: 'attributes.outboxLogin',
  });
}

function providerUnknown(): MailError {
  return new MailError('token-not-supported', {
    detail: 'No OAuth provider of this id is configured in app/config/oauth.js.',
    member: MEMBER,
  });
}

function tokenRefused(): MailError {
  const detail = 'The provider refuses the refresh token: it has ended, or belongs to another application.';
  return new MailError('authentication-failed', { detail, member: MEMBER });
}
