import type { Login } from './login.ts';

/** An authorization server. Public. */
export interface OAuthProvider {
  readonly endpoints: OAuthEndpoints;
  /** For IMAP and SMTP. */
  readonly scopes: readonly string[];
  /** Of the operator's application. */
  readonly clientId?: string;
}

/** Issuer (RFC 8414, OpenID Connect Discovery) or endpoints. */
export type OAuthEndpoints =
  | { readonly issuer: string }
  | { readonly authorize: string; readonly token: string; readonly device?: string };

/** Ways to sign in. Public. */
export interface SignInOptions {
  readonly methods: readonly Login['kind'][];
  readonly oauth: OAuthProvider | null;
}
