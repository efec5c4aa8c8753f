import { type AuthorizationServer, discoveryRequest, processDiscoveryResponse } from 'oauth4webapi';
import type { OAuthEndpoints } from '../../domain/logins/oauth-provider.ts';
import { type RequestBounds, requestOptions } from './bounded-fetch.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** An authorization server, perhaps without an issuer. */
export interface KnownServer {
  readonly metadata: AuthorizationServer;
  /** False for configured endpoints. */
  readonly hasIssuer: boolean;
}

const NOT_FOUND = 404;
const SENT_TO = [
  'authorization_endpoint',
  'token_endpoint',
  'device_authorization_endpoint',
  'revocation_endpoint',
] as const;

/** Configured endpoints, else OpenID Connect Discovery, then RFC 8414. */
export async function findAuthorizationServer(
  endpoints: OAuthEndpoints,
  signal: AbortSignal,
  bounds: RequestBounds = {},
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
    discoveryRequest(issuer, { ...requestOptions(signal, bounds), algorithm });
  const described = await ask('oidc');
  const response = described.status === NOT_FOUND ? await ask('oauth2') : described;
  const metadata = await processDiscoveryResponse(issuer, response);
  if (issuer.protocol === 'https:') requireEncryption(metadata);
  return { metadata, hasIssuer: true };
}

/** Providers elsewhere must not send codes and tokens to this machine. */
function requireEncryption(metadata: AuthorizationServer): void {
  for (const name of SENT_TO) {
    const address = metadata[name];
    if (address === undefined || isEncrypted(address)) continue;
    throw new SignInFailure(`The ${name} of ${metadata.issuer} is not encrypted.`);
  }
}

function isEncrypted(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:';
}
