import type { Client, ClientAuth, TokenEndpointResponse } from 'oauth4webapi';
import type { KnownServer } from '../adapters/oauth/authorization-server.ts';
import { readBearerToken } from '../adapters/oauth/bearer-token.ts';
import { authenticationOf } from '../adapters/oauth/client-authentication.ts';
import type { IssuedToken, TokenRequest } from './token-request.ts';

/** An authorization server's client. */
export interface TokenClient {
  readonly client: Client;
  readonly authentication: ClientAuth;
  readonly scopes: readonly string[];
  /** True: requests an ID token and checks its nonce. */
  readonly isIdTokenWanted: boolean;
}

const OPENID = 'openid';
/** Scopes of refresh and ID tokens, not of mail servers. */
const OTHER_SCOPES: ReadonlySet<string> = new Set([OPENID, 'offline_access', 'profile', 'email']);

/** A client; with an ID token only for a known issuer. */
export function createTokenClient(
  { metadata, hasIssuer }: KnownServer,
  { provider, clientId, clientSecret }: TokenRequest,
): TokenClient {
  const scopes = provider.scopes.filter((scope) => hasIssuer || scope !== OPENID);
  return {
    client: { client_id: clientId },
    authentication: authenticationOf(metadata, clientSecret),
    scopes,
    isIdTokenWanted: scopes.includes(OPENID),
  };
}

/** Reads a token. Throws SignInFailure for one unusable at mail servers. */
export function readIssuedToken(answer: TokenEndpointResponse, { scopes }: TokenClient): IssuedToken {
  const { scope, expires_in: lifetime } = answer;
  const token = readBearerToken(answer);
  // No scope in the answer means the requested ones (RFC 6749 §5.1).
  const granted = scope === undefined ? scopes : scope.split(' ');
  return {
    token,
    lifetimeSeconds: lifetime ?? null,
    missingScopes: scopes.filter((wanted) => !OTHER_SCOPES.has(wanted) && !granted.includes(wanted)),
  };
}
