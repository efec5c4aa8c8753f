import {
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { requestOptions } from '../adapters/oauth/bounded-fetch.ts';
import { toSignInFailure } from '../adapters/oauth/sign-in-failure.ts';
import { listenForAnswer } from './answer-listener.ts';
import type { SignIn } from './sign-in.ts';
import { readIssuedToken } from './token-client.ts';
import type { IssuedToken } from './token-request.ts';

interface Ties {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * Signs in by authorization code with PKCE (RFC 6749 §4.1, RFC 7636), in this machine's browser. Throws
 * SignInFailure.
 */
export async function requestByCode(signIn: SignIn, signal: AbortSignal): Promise<IssuedToken> {
  const { redirect, tell, open } = signIn.request;
  const ties = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
  };
  const listener = await listenForAnswer(redirect, signal);
  try {
    const address = await authorizationAddress(signIn, { ...ties, redirectUri: listener.redirectUri });
    tell(`Open this address in a browser on this machine, and sign in:\n\n  ${address}\n`);
    open?.(address);
    const answer = await listener.answer;
    return await exchange(signIn, { ...ties, redirectUri: listener.redirectUri, answer }, signal);
  } finally {
    await listener.close();
  }
}

async function authorizationAddress(
  { server, client, request }: SignIn,
  { state, nonce, verifier, redirectUri }: Ties & { readonly redirectUri: string },
): Promise<string> {
  const address = new URL(server.metadata.authorization_endpoint ?? '');
  const parameters = {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: redirectUri,
    scope: client.scopes.join(' '),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(client.isIdTokenWanted && { nonce }),
    ...(request.user !== null && { login_hint: request.user }),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

async function exchange(
  { server, client, request }: SignIn,
  {
    state,
    nonce,
    verifier,
    redirectUri,
    answer,
  }: Ties & { readonly redirectUri: string; readonly answer: URLSearchParams },
  signal: AbortSignal,
): Promise<IssuedToken> {
  const { metadata, hasIssuer } = server;
  const secrets = [verifier, answer.get('code') ?? '', request.clientSecret?.reveal() ?? ''];
  // Nothing to compare with.
  if (!hasIssuer) answer.delete('iss');
  try {
    const parameters = validateAuthResponse(metadata, client.client, answer, state);
    const response = await authorizationCodeGrantRequest(
      ...([metadata, client.client, client.authentication, parameters, redirectUri, verifier] as const),
      requestOptions(signal),
    );
    const expected = client.isIdTokenWanted ? { expectedNonce: nonce, requireIdToken: true } : {};
    return readIssuedToken(
      await processAuthorizationCodeResponse(metadata, client.client, response, expected),
      client,
    );
  } catch (error) {
    throw toSignInFailure(error, secrets);
  }
}
