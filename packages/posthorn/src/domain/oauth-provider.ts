/** Where the users of a mail server get their access tokens, as the operator configured it. */

import type { Login } from './login.ts';

/** An authorization server with what a client asks it for. Nothing of it is secret. */
export interface OAuthProvider {
  readonly endpoints: OAuthEndpoints;
  /** The scopes of a token for IMAP and SMTP. */
  readonly scopes: readonly string[];
  /** The id under which the operator's application is registered. */
  readonly clientId?: string;
}

/** The issuer, which describes itself (RFC 8414, OpenID Connect Discovery), or the addresses of its endpoints. */
export type OAuthEndpoints =
  | { readonly issuer: string }
  | { readonly authorize: string; readonly token: string; readonly device?: string };

/** How a user may sign in. Public. */
export interface SignInOptions {
  readonly methods: readonly Login['kind'][];
  /** Null where nothing is configured. */
  readonly oauth: OAuthProvider | null;
}
