import type { OAuthProvider } from '../domain/logins/oauth-provider.ts';
import type { Secret } from '../domain/logins/secret.ts';

/** In this machine's browser (RFC 8252) or any other (RFC 8628). */
export type TokenFlow = 'code' | 'device';

/** A sign-in's provider, client and user. */
export interface TokenRequest {
  readonly provider: OAuthProvider;
  readonly clientId: string;
  /** Null: a public client (RFC 8252 §8.5). */
  readonly clientSecret: Secret | null;
  /** Hint for the sign-in page. */
  readonly user: string | null;
  /** Null: `code` if supported. */
  readonly flow: TokenFlow | null;
  /** The registered loopback redirect; without a port, a free one. */
  readonly redirect: URL;
  /** Opens a browser; absent: the user does. */
  readonly open?: (address: string) => void;
  /** Shows a line to the user. */
  readonly tell: (line: string) => void;
}

/** An authorization server's token. */
export interface IssuedToken {
  readonly token: Secret;
  /** Null: not announced. */
  readonly lifetimeSeconds: number | null;
  /** Requested, not granted. */
  readonly missingScopes: readonly string[];
}
