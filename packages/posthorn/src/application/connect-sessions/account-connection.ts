import type { InboxServer, MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { StoredOutbox } from '../../domain/accounts/stored-account.ts';
import type { Secret } from '../../domain/logins/secret.ts';

/** An account's servers. */
export interface ConnectedServers {
  /** Null: only sends. */
  readonly inbox: InboxServer | null;
  /** Null: only reads. */
  readonly outbox: StoredOutbox | null;
}

/** A completed sign-in's tokens. */
export interface IssuedGrant {
  /** Id in `app/config/oauth.js`. */
  readonly provider: string;
  /** Null: unreported. */
  readonly address: string | null;
  /** `sub` of OpenID Connect. */
  readonly subject: string | null;
  readonly refreshToken: Secret;
  readonly accessToken: Secret;
  /** Epoch milliseconds; null: unknown. */
  readonly accessEndsAt: number | null;
  readonly scope: string | null;
}

export type ConnectionLogin =
  | { readonly mechanism: 'password'; readonly user: string; readonly password: Secret }
  | { readonly mechanism: 'oauth'; readonly user: string; readonly grant: IssuedGrant };

/** An account to connect or reconnect. */
export interface AccountToConnect {
  readonly id: MailAccountId;
  readonly isNew: boolean;
  readonly address: string;
  readonly name: string;
  readonly servers: ConnectedServers;
  readonly login: ConnectionLogin;
  /** From trusted proxies. */
  readonly client: string;
}

/** Connects accounts whose login their mail servers accept. */
export interface AccountConnections {
  /**
   * Throws MailErrors of a refused login or unreachable server, and `conflict` for an existing id or another
   * mailbox's grant, storing nothing.
   */
  connect(account: AccountToConnect, signal: AbortSignal): Promise<void>;

  /** Removes the account, if there is one. */
  disconnect(id: MailAccountId): Promise<void>;
}

/** A provider of `app/config/oauth.js`. */
export interface OfferedProvider {
  readonly id: string;
  readonly name: string;
}

/** A sign-in to begin. */
export interface SignInRequest {
  readonly provider: string;
  readonly address: string;
  readonly redirectUri: string;
  /** The provider returns it unchanged. */
  readonly state: string;
}

/** A begun sign-in. */
export interface BegunSignIn {
  /** The authorization URL. */
  readonly url: string;
  /** PKCE verifier and nonce. */
  readonly pending: Secret;
}

/** Signs people in at their provider by authorization code with PKCE. */
export interface ProviderSignIns {
  /** `named`: the session's providers. */
  offered(address: string, named: readonly string[] | null): readonly OfferedProvider[];
  begin(request: SignInRequest, signal: AbortSignal): Promise<BegunSignIn>;
  /** Throws `authentication-failed` with a sentence for the person, or `server-unreachable`. */
  complete(
    begun: SignInRequest & { readonly pending: Secret; readonly parameters: URLSearchParams },
    signal: AbortSignal,
  ): Promise<IssuedGrant>;
}
