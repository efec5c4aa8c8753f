/** The header `WWW-Authenticate` of answers to requests with a token (RFC 6750 §3). */
import type { FastifyRequest } from 'fastify';
import type { Problem } from '../answer/problem.ts';
import { isBearerHeader } from '../request/login/bearer-credentials.ts';

/**
 * The challenge for a token that was not taken; undefined for other problems. A request with a password gets none:
 * browsers would ask for a login. All values are free of quotes and backslashes.
 */
export function bearerChallenge(
  { status, tokenProblem }: Problem,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  if (tokenProblem === undefined) {
    return status === 401 && isBearerHeader(headers.authorization)
      ? 'Bearer error="invalid_token"'
      : undefined;
  }
  const { error, scope } = tokenProblem;
  return `Bearer error="${error}"${scope === undefined ? '' : `, scope="${scope}"`}`;
}
