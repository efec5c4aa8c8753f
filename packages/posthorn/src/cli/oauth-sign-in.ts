import { requestToken, SignInFailure } from '../oauth/request-token.ts';
import type { IssuedToken, TokenRequest } from '../oauth/token-request.ts';
import { usageError } from './command-error.ts';
import { warn } from './installation.ts';

const SECOND_MS = 1000;
const MINUTE_SECONDS = 60;

/** Obtains a token; warns of missing scopes. Rejects with SignInFailure, also after the timeout. */
export async function requestTokenInTime(
  request: TokenRequest,
  seconds: number,
  signal?: AbortSignal,
): Promise<IssuedToken> {
  const deadline = AbortSignal.timeout(seconds * SECOND_MS);
  const end = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  const issued = await requestToken(request, end).catch((error: unknown) => {
    throw deadline.aborted ? new SignInFailure(`Nobody has signed in within ${seconds} s.`) : error;
  });
  const { missingScopes } = issued;
  if (missingScopes.length > 0) warn(`The token does not have the scope ${missingScopes.join(' ')}.`);
  return issued;
}

/** A time such as `60 minutes`. */
export function minutesOf(seconds: number): string {
  return `${Math.round(seconds / MINUTE_SECONDS)} minutes`;
}

/** A loopback address without a fragment (RFC 8252 §7.3, §8.3). Throws CommandError. */
export function readRedirect(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere =
    url !== null &&
    url.protocol === 'http:' &&
    ['127.0.0.1', 'localhost'].includes(url.hostname) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (!isHere)
    throw usageError('--redirect-uri: expected http://127.0.0.1 or http://localhost, and no query.');
  return url;
}
