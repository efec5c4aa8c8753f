import type { TokenEndpointResponse } from 'oauth4webapi';
import { Secret } from '../../domain/logins/secret.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** Limits of SASL (RFC 6750 §2.1) and of the API. */
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

/** Throws SignInFailure if mail servers cannot take the token. */
export function readBearerToken({
  access_token: token,
  token_type: type,
}: Pick<TokenEndpointResponse, 'access_token' | 'token_type'>): Secret {
  if (type !== 'bearer')
    throw new SignInFailure(`The token is bound to a key (${type}), and cannot be used.`);
  if (!TOKEN.test(token)) {
    throw new SignInFailure('The token is too long, or has characters that cannot be sent.');
  }
  return new Secret(token);
}
