import type { Login } from '../../domain/login.ts';
import type { MailAccount, MailAccountId } from '../../domain/mail-account.ts';
import type { SignInOptions } from '../../domain/oauth-provider.ts';

/** Unverified credentials of a request. */
export interface RequestCredentials {
  readonly login: Login;
  /** `X-CNMAIL-DATA` as parsed JSON. */
  readonly connectionData?: unknown;
  /** The client's IP address from trusted proxies; undefined outside of requests. */
  readonly client?: string | undefined;
}

/** The requested account, with credentials. */
export interface AccountRequest {
  readonly credentials: RequestCredentials;
  readonly id: MailAccountId;
}

/** Logins besides user name and password. */
export interface AcceptedLogins {
  readonly hasTokens: boolean;
  /** True where clients name the mail servers. */
  readonly hasConnectionData: boolean;
}

/** Maps credentials to mail accounts, unproved: the caller first uses `MailStore.verifyLogin`. */
export interface AuthProvider {
  /** True when `POST {auth path}/auth` exists. */
  readonly hasSignIn: boolean;

  /** Independent of the user's existence. Default: password. */
  signInOptions?(user: string): SignInOptions;

  /** For the API description. Default: all supported ones. */
  acceptedLogins?(): AcceptedLogins;

  /** Throws `authentication-failed` for a user without known server. */
  listAccounts(
    credentials: RequestCredentials,
    signal: AbortSignal,
  ): readonly MailAccount[] | Promise<readonly MailAccount[]>;

  /**
   * Throws `mail-account-unknown`, `authentication-failed` for a user without known server,
   * `invalid-parameter` for unusable connection data.
   */
  getAccount(request: AccountRequest, signal: AbortSignal): MailAccount | Promise<MailAccount>;
}

/** A synchronous provider without I/O. */
export interface ImmediateAuthProvider extends AuthProvider {
  listAccounts(credentials: RequestCredentials): readonly MailAccount[];
  getAccount(request: AccountRequest): MailAccount;
}
