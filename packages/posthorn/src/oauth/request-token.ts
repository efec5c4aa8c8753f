import { findAuthorizationServer, type KnownServer } from '../adapters/oauth/authorization-server.ts';
import { SignInFailure, toSignInFailure } from '../adapters/oauth/sign-in-failure.ts';
import { isSafeWebAddress } from '../domain/network/safe-web-address.ts';
import { requestByCode } from './code-flow.ts';
import { requestByDevice } from './device-flow.ts';
import { createTokenClient } from './token-client.ts';
import type { IssuedToken, TokenFlow, TokenRequest } from './token-request.ts';

export { SignInFailure };

const FLOWS = { code: requestByCode, device: requestByDevice } as const;

/** Obtains a token by a user's sign-in. Throws SignInFailure, or the abort reason. */
export async function requestToken(request: TokenRequest, signal: AbortSignal): Promise<IssuedToken> {
  try {
    const server = await findAuthorizationServer(request.provider.endpoints, signal);
    const run = FLOWS[chooseFlow(server, request.flow)];
    return await run({ server, client: createTokenClient(server, request), request }, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw toSignInFailure(error, []);
  }
}

function chooseFlow({ metadata }: KnownServer, wanted: TokenFlow | null): TokenFlow {
  const addresses = {
    code: metadata.authorization_endpoint,
    device: metadata.device_authorization_endpoint,
  };
  const flow = wanted ?? (addresses.code === undefined ? 'device' : 'code');
  const address = addresses[flow];
  if (address !== undefined && isSafeWebAddress(address)) return flow;
  if (wanted === null) throw new SignInFailure('The authorization server has no safe address to sign in at.');
  throw new SignInFailure(
    'The authorization server has no address for devices: leave --device out, or set "device" of oauth.',
  );
}
