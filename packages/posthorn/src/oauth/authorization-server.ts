/** The endpoints of an authorization server: from its own metadata (RFC 8414, OpenID Connect Discovery), or by configuration. */
import { type AuthorizationServer, discoveryRequest, processDiscoveryResponse } from 'oauth4webapi';
import type { OAuthEndpoints } from '../domain/oauth-provider.ts';
import { requestOptions } from './bounded-fetch.ts';

/** An authorization server, and whether it is known by which name it signs. */
export interface KnownServer {
  readonly metadata: AuthorizationServer;
  /** False where only the addresses of its endpoints are known. */
  readonly hasIssuer: boolean;
}

const NOT_FOUND = 404;

/** Asks the issuer to describe itself, by OpenID Connect Discovery and else by RFC 8414; endpoints are taken as they are. */
export async function findAuthorizationServer(
  endpoints: OAuthEndpoints,
  signal: AbortSignal,
): Promise<KnownServer> {
  if (!('issuer' in endpoints)) {
    const { authorize, token, device } = endpoints;
    const metadata = {
      issuer: new URL(authorize).origin,
      authorization_endpoint: authorize,
      token_endpoint: token,
      ...(device !== undefined && { device_authorization_endpoint: device }),
    };
    return { metadata, hasIssuer: false };
  }
  const issuer = new URL(endpoints.issuer);
  const ask = (algorithm: 'oidc' | 'oauth2') =>
    discoveryRequest(issuer, { ...requestOptions(signal), algorithm });
  const described = await ask('oidc');
  const response = described.status === NOT_FOUND ? await ask('oauth2') : described;
  return { metadata: await processDiscoveryResponse(issuer, response), hasIssuer: true };
}
