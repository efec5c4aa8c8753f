import type { MailError } from '../../../domain/errors/mail-error.ts';
import type { OAuthClientProvider } from '../../../domain/logins/oauth-client.ts';
import type { Secret } from '../../../domain/logins/secret.ts';

/** A token endpoint's tokens. */
export interface IssuedTokens {
  readonly accessToken: Secret;
  /** Epoch milliseconds; null: unknown. */
  readonly accessEndsAt: number | null;
  /** Null: the sent one stays valid (RFC 6749 §6). */
  readonly refreshToken: Secret | null;
  /** Null: unreported. */
  readonly scope: string | null;
  /** The ID token's `sub`. */
  readonly subject: string | null;
  /** The ID token's `email`, unless unverified. */
  readonly address: string | null;
}

/** A refresh's outcome. */
export type RefreshAnswer =
  | { readonly kind: 'issued'; readonly tokens: IssuedTokens }
  /** `invalid_grant`: the person must sign in again. */
  | { readonly kind: 'ended' }
  /** Not sent, or answered without using the token. */
  | { readonly kind: 'unused'; readonly error: MailError }
  /** Sent, without a readable answer: the token may have been used. */
  | { readonly kind: 'lost'; readonly error: MailError };

/** A sign-in to begin. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** S256 (RFC 7636 §4.2). */
  readonly challenge: string;
  /** Hint for the sign-in page. */
  readonly address: string;
}

/** An authorization server's answer, through the browser. */
export interface AuthorizationAnswer {
  readonly redirectUri: string;
  /** The expected one. */
  readonly state: string;
  readonly nonce: string;
  readonly verifier: Secret;
  readonly parameters: URLSearchParams;
}

/** The operator's providers' authorization servers. Each call ends within 20 seconds. */
export interface AuthorizationServers {
  /** Throws `server-unreachable`, `server-timeout`, `server-unavailable`. */
  authorizationUrl(
    provider: OAuthClientProvider,
    request: AuthorizationRequest,
    signal: AbortSignal,
  ): Promise<string>;

  /**
   * Checks state, `iss` (RFC 9207) and nonce, and redeems the code. Throws like `authorizationUrl`, and
   * `authentication-failed` with a sentence for the person.
   */
  redeem(
    provider: OAuthClientProvider,
    answer: AuthorizationAnswer,
    signal: AbortSignal,
  ): Promise<IssuedTokens>;

  /** Sends the token at most once. */
  refresh(provider: OAuthClientProvider, token: Secret, signal: AbortSignal): Promise<RefreshAnswer>;

  /** Ends a grant (RFC 7009). False: the provider has no endpoint. Throws like `authorizationUrl`. */
  revoke(provider: OAuthClientProvider, token: Secret, signal: AbortSignal): Promise<boolean>;

  /** Requests an answer without a token. Throws like `authorizationUrl`. */
  requireAnswer(provider: OAuthClientProvider, signal: AbortSignal): Promise<void>;
}
