/** The request for an access token, and its result. */
import type { OAuthProvider } from '../domain/oauth-provider.ts';
import type { Secret } from '../domain/secret.ts';

/** The ways in which a person signs in: in a browser of this machine (RFC 8252), or in one of any other (RFC 8628). */
export type TokenFlow = 'code' | 'device';

/** What an access token is asked for with. */
export interface TokenRequest {
  readonly provider: OAuthProvider;
  readonly clientId: string;
  /** Null for a client without a secret, as programs that people install are (RFC 8252 §8.5). */
  readonly clientSecret: Secret | null;
  /** Who shall sign in; a hint for the page of the authorization server. */
  readonly user: string | null;
  /** Null: `code` where the authorization server has it. */
  readonly flow: TokenFlow | null;
  /** Where the browser brings the answer, as it is registered. Its host is this machine; without a port, a free one is taken. */
  readonly redirect: URL;
  /** Shows a line to the person who signs in. */
  readonly tell: (line: string) => void;
}

/** What the authorization server has issued. */
export interface IssuedToken {
  readonly token: Secret;
  /** How long it is valid; null where the server does not say. */
  readonly lifetimeSeconds: number | null;
  /** Scopes that were asked for, and that the token does not have. */
  readonly missingScopes: readonly string[];
}
