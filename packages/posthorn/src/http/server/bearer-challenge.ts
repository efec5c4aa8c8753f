import type { FastifyRequest } from 'fastify';
import type { Problem } from '../answer/problem.ts';
import { isBearerHeader } from '../request/login/bearer-credentials.ts';

/** `WWW-Authenticate` for a refused token (RFC 6750 §3). None for passwords: browsers would open a dialog. */
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
