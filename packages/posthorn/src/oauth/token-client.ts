/** Posthorn as a client of an authorization server. */
import {
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  None,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import { Secret } from '../domain/secret.ts';
import type { KnownServer } from './authorization-server.ts';
import { SignInFailure } from './sign-in-failure.ts';
import type { IssuedToken, TokenRequest } from './token-request.ts';

/** One client at one authorization server. */
export interface TokenClient {
  readonly client: Client;
  readonly authentication: ClientAuth;
  readonly scopes: readonly string[];
  /** True: an ID token comes along, and its nonce is compared. */
  readonly isIdTokenWanted: boolean;
}

const OPENID = 'openid';
/** Scopes that are about refresh tokens and ID tokens, and that no mail server asks for. */
const OTHER_SCOPES: ReadonlySet<string> = new Set([OPENID, 'offline_access', 'profile', 'email']);
/** What the SASL mechanisms can carry (RFC 6750 §2.1), and the longest that the API takes. */
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

/** An ID token can be checked only where the issuer is known; else it is not asked for. */
export function createTokenClient(
  { metadata, hasIssuer }: KnownServer,
  { provider, clientId, clientSecret }: TokenRequest,
): TokenClient {
  const scopes = provider.scopes.filter((scope) => hasIssuer || scope !== OPENID);
  const methods = metadata.token_endpoint_auth_methods_supported;
  const isPosted = !Array.isArray(methods) || methods.includes('client_secret_post');
  return {
    client: { client_id: clientId },
    authentication: authenticationBy(clientSecret, isPosted),
    scopes,
    isIdTokenWanted: scopes.includes(OPENID),
  };
}

/** The token of an answer. Throws SignInFailure for one that no mail server could be given. */
export function readIssuedToken(
  { access_token: token, token_type: type, scope, expires_in: lifetime }: TokenEndpointResponse,
  { scopes }: TokenClient,
): IssuedToken {
  if (type !== 'bearer')
    throw new SignInFailure(`The token is bound to a key (${type}), and cannot be used.`);
  if (!TOKEN.test(token)) {
    throw new SignInFailure('The token is too long, or has characters that cannot be sent.');
  }
  // Without a scope in the answer the token has what was asked for (RFC 6749 §5.1).
  const granted = scope === undefined ? scopes : scope.split(' ');
  return {
    token: new Secret(token),
    lifetimeSeconds: lifetime ?? null,
    missingScopes: scopes.filter((wanted) => !OTHER_SCOPES.has(wanted) && !granted.includes(wanted)),
  };
}

function authenticationBy(clientSecret: Secret | null, isPosted: boolean): ClientAuth {
  if (clientSecret === null) return None();
  return isPosted ? ClientSecretPost(clientSecret.reveal()) : ClientSecretBasic(clientSecret.reveal());
}
