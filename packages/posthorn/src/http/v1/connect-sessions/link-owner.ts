import type { FastifyRequest } from 'fastify';
import type { LinkOwner } from '../../../application/connect-sessions/connect-links.ts';
import { provedPrincipalOf } from '../../request/login/authentication.ts';

/** The creator of sessions. Requires a login. */
export function linkOwnerOf(request: FastifyRequest): LinkOwner {
  const { key = null, accounts = new Set<never>() } = provedPrincipalOf(request) ?? {};
  return { key, accounts };
}
