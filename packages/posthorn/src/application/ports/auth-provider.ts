import type { Login } from '../../domain/login.ts';
import type { MailAccount, MailAccountId } from '../../domain/mail-account.ts';
import type { SignInOptions } from '../../domain/oauth-provider.ts';

/** Unverified credentials of a request. */
export interface RequestCredentials {
  readonly login: Login;
  /** `X-CNMAIL-DATA` as parsed JSON. */
  readonly connectionData?: unknown;
  /** The client's IP address from trusted proxies; undefined outside requests. */
  readonly client?: string | undefined;
}

/** An account id with credentials. */
export interface AccountRequest {
  readonly credentials: RequestCredentials;
  readonly id: MailAccountId;
}

/** Logins besides user and password. */
export interface AcceptedLogins {
  readonly hasTokens: boolean;
  /** True: clients name the mail servers. */
  readonly hasConnectionData: boolean;
}

/** Maps credentials to mail accounts, unproved: callers first use `MailStore.verifyLogin`. */
export interface AuthProvider {
  /** True if `POST {auth path}/auth` exists. */
  readonly hasSignIn: boolean;

  /** Must not depend on whether the user exists. Default: password. */
  signInOptions?(user: string): SignInOptions;

  /** For the API description. Default: all. */
  acceptedLogins?(): AcceptedLogins;

  /** Throws `authentication-failed` for a user without a known server. */
  listAccounts(
    credentials: RequestCredentials,
    signal: AbortSignal,
  ): readonly MailAccount[] | Promise<readonly MailAccount[]>;

  /**
   * Throws `mail-account-unknown`, `authentication-failed` for a user without a known server, `invalid-parameter` for
   * unusable connection data.
   */
  getAccount(request: AccountRequest, signal: AbortSignal): MailAccount | Promise<MailAccount>;
}

/** A synchronous provider without I/O. */
export interface ImmediateAuthProvider extends AuthProvider {
  listAccounts(credentials: RequestCredentials): readonly MailAccount[];
  getAccount(request: AccountRequest): MailAccount;
}
