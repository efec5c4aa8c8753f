/** Obtains an access token for the users of a mail server from a person who signs in. */
import { isSafeWebAddress } from '../domain/safe-web-address.ts';
import { findAuthorizationServer, type KnownServer } from './authorization-server.ts';
import { requestByCode } from './code-flow.ts';
import { requestByDevice } from './device-flow.ts';
import { SignInFailure, toSignInFailure } from './sign-in-failure.ts';
import { createTokenClient } from './token-client.ts';
import type { IssuedToken, TokenFlow, TokenRequest } from './token-request.ts';

const FLOWS = { code: requestByCode, device: requestByDevice } as const;

/** The token that was issued. Throws SignInFailure, and the reason of the signal when it aborts. */
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
