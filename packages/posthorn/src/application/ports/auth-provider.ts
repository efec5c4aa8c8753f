import type { MailAccount, MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { Login } from '../../domain/logins/login.ts';
import type { SignInOptions } from '../../domain/logins/oauth-provider.ts';

/** A request's unverified credentials. */
export interface RequestCredentials {
  readonly login: Login;
  /** Parsed `X-CNMAIL-DATA`. */
  readonly connectionData?: unknown;
  /** From trusted proxies; undefined outside requests. */
  readonly client?: string | undefined;
}

/** An account id and credentials. */
export interface AccountRequest {
  readonly credentials: RequestCredentials;
  readonly id: MailAccountId;
}

/** Logins besides user and password. */
export interface AcceptedLogins {
  readonly hasTokens: boolean;
  readonly hasConnectionData: boolean;
}

/** Maps credentials to unproved mail accounts: first use `MailStore.verifyLogin`. */
export interface AuthProvider {
  /** True if `POST {auth path}/auth` exists. */
  readonly hasSignIn: boolean;

  /** Must not depend on whether the user exists. Default: password. */
  signInOptions?(user: string): SignInOptions;

  /** For the API description. Default: all. */
  acceptedLogins?(): AcceptedLogins;

  /** Throws `authentication-failed` for a user without known servers. */
  listAccounts(
    credentials: RequestCredentials,
    signal: AbortSignal,
  ): readonly MailAccount[] | Promise<readonly MailAccount[]>;

  /** Throws `mail-account-unknown`, `invalid-parameter` for unusable connection data, and like `listAccounts`. */
  getAccount(request: AccountRequest, signal: AbortSignal): MailAccount | Promise<MailAccount>;
}

/** A synchronous provider without I/O. */
export interface ImmediateAuthProvider extends AuthProvider {
  listAccounts(credentials: RequestCredentials): readonly MailAccount[];
  getAccount(request: AccountRequest): MailAccount;
}
