/** Port: who the client is, and which mail accounts it may use. */

import type { Login } from '../../domain/login.ts';
import type { MailAccount, MailAccountId } from '../../domain/mail-account.ts';
import type { SignInOptions } from '../../domain/oauth-provider.ts';

/** The credentials of a request, read from its headers and not yet verified. */
export interface RequestCredentials {
  readonly login: Login;
  /** The decoded `X-CNMAIL-DATA` header as parsed JSON; undefined when the header is missing. */
  readonly connectionData?: unknown;
  /** The IP address of the client, as trusted proxies report it; undefined outside of requests. */
  readonly client?: string | undefined;
}

/** Which account is asked for, and with which credentials. */
export interface AccountRequest {
  readonly credentials: RequestCredentials;
  readonly id: MailAccountId;
}

/** What logins may consist of, apart from a user name and a password. */
export interface AcceptedLogins {
  readonly hasTokens: boolean;
  /** True where clients name the mail servers themselves. */
  readonly hasConnectionData: boolean;
}

/**
 * Turns credentials into mail accounts. It does not ask the mail server: the caller proves the
 * login with `MailStore.verifyLogin` before it uses an account.
 */
export interface AuthProvider {
  /** True when `POST {auth path}/auth` exists for this provider. */
  readonly hasSignIn: boolean;

  /** How this user may sign in. It must not depend on whether the user exists. Left out: with a password. */
  signInOptions?(user: string): SignInOptions;

  /** What logins may consist of, for the description of the API. Left out: all that the API knows. */
  acceptedLogins?(): AcceptedLogins;

  /** The accounts of the client. Throws `authentication-failed` when no server is known for the user. */
  listAccounts(
    credentials: RequestCredentials,
    signal: AbortSignal,
  ): readonly MailAccount[] | Promise<readonly MailAccount[]>;

  /**
   * The one account named by the request's path. Throws `mail-account-unknown` when the client has no such account,
   * `authentication-failed` when no server is known for the user, `invalid-parameter` when the connection data is unusable.
   */
  getAccount(request: AccountRequest, signal: AbortSignal): MailAccount | Promise<MailAccount>;
}

/** A provider that answers synchronously, without I/O. */
export interface ImmediateAuthProvider extends AuthProvider {
  listAccounts(credentials: RequestCredentials): readonly MailAccount[];
  getAccount(request: AccountRequest): MailAccount;
}
