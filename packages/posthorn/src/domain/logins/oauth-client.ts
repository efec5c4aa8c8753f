import type { OAuthEndpoints } from './oauth-provider.ts';
import type { Secret } from './secret.ts';

/** An entry of `app/config/oauth.js`: a provider, and the operator's application there. */
export interface OAuthClientProvider {
  /** Stored with each grant. */
  readonly id: string;
  /** Shown to people. */
  readonly name: string;
  readonly endpoints: OAuthEndpoints;
  readonly scopes: readonly string[];
  readonly clientId: string;
  /** Null: public client (RFC 8252 §8.5). */
  readonly clientSecret: Secret | null;
  /** Of addresses; lower case. */
  readonly domains: readonly string[];
}
