import {
  type AuthorizationServer,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  None,
} from 'oauth4webapi';
import type { Secret } from '../../domain/logins/secret.ts';

/** The authentication that the server supports (RFC 6749 §2.3.1); null: public client. */
export function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: AuthorizationServer,
  clientSecret: Secret | null,
): ClientAuth {
  if (clientSecret === null) return None();
  const isPosted = !Array.isArray(methods) || methods.includes('client_secret_post');
  return isPosted ? ClientSecretPost(clientSecret.reveal()) : ClientSecretBasic(clientSecret.reveal());
}
