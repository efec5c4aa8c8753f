import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DeviceAuthorizationResponse,
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
  ResponseBodyError,
} from 'oauth4webapi';
import { requestOptions, ServerSilent } from '../adapters/oauth/bounded-fetch.ts';
import { SignInFailure, toSignInFailure } from '../adapters/oauth/sign-in-failure.ts';
import type { SignIn } from './sign-in.ts';
import { readIssuedToken } from './token-client.ts';
import type { IssuedToken } from './token-request.ts';

const SECOND_MS = 1000;
/** RFC 8628 §3.5: the default, and the increment of "slow down". */
const DEFAULT_INTERVAL_SECONDS = 5;
const MAX_INTERVAL_SECONDS = 60;
const MAX_LIFETIME_SECONDS = 3600;
/** One visible line. */
const SHOWN = /^[\x20-\x7e]{1,500}$/;

/** Shows a code for any browser, and polls (RFC 8628). Throws SignInFailure. */
export async function requestByDevice(signIn: SignIn, signal: AbortSignal): Promise<IssuedToken> {
  const clientSecret = signIn.request.clientSecret?.reveal() ?? '';
  const grant = await authorizeDevice(signIn, signal).catch((error) => {
    throw toSignInFailure(error, [clientSecret]);
  });
  tellCode(signIn, grant);
  const expiry = AbortSignal.timeout(Math.min(grant.expires_in, MAX_LIFETIME_SECONDS) * SECOND_MS);
  try {
    return await poll(signIn, grant, AbortSignal.any([signal, expiry]));
  } catch (error) {
    signal.throwIfAborted();
    if (expiry.aborted) throw new SignInFailure('The code has expired before anybody has signed in.');
    throw toSignInFailure(error, [grant.device_code, clientSecret]);
  }
}

async function authorizeDevice(
  { server, client }: SignIn,
  signal: AbortSignal,
): Promise<DeviceAuthorizationResponse> {
  const response = await deviceAuthorizationRequest(
    ...([server.metadata, client.client, client.authentication] as const),
    { scope: client.scopes.join(' ') },
    requestOptions(signal),
  );
  return processDeviceAuthorizationResponse(server.metadata, client.client, response);
}

function tellCode({ request }: SignIn, grant: DeviceAuthorizationResponse): void {
  const { verification_uri: address, user_code: code, verification_uri_complete: complete } = grant;
  if (!SHOWN.test(address) || !SHOWN.test(code)) {
    throw new SignInFailure('The authorization server gave a code that cannot be shown.');
  }
  request.tell(`Open this address in any browser, and enter the code ${code}:\n\n  ${address}\n`);
  if (complete !== undefined && SHOWN.test(complete))
    request.tell(`Or this one, which has it:\n\n  ${complete}\n`);
}

async function poll(
  { server, client }: SignIn,
  grant: DeviceAuthorizationResponse,
  signal: AbortSignal,
): Promise<IssuedToken> {
  let seconds = grant.interval ?? DEFAULT_INTERVAL_SECONDS;
  for (;;) {
    await sleep(Math.min(seconds, MAX_INTERVAL_SECONDS) * SECOND_MS, undefined, { signal });
    try {
      const response = await deviceCodeGrantRequest(
        ...([server.metadata, client.client, client.authentication, grant.device_code] as const),
        requestOptions(signal),
      );
      const answer = await processDeviceCodeResponse(server.metadata, client.client, response);
      return readIssuedToken(answer, client);
    } catch (error) {
      seconds = nextInterval(error, seconds);
    }
  }
}

/** Seconds to the next poll. Rethrows final errors. */
function nextInterval(error: unknown, seconds: number): number {
  // Backoff of RFC 8628 §3.5.
  if (error instanceof ServerSilent) return seconds * 2;
  if (!(error instanceof ResponseBodyError)) throw error;
  if (error.error === 'authorization_pending') return seconds;
  if (error.error === 'slow_down') return seconds + DEFAULT_INTERVAL_SECONDS;
  throw error;
}
