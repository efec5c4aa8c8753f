import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../../domain/rights/principal.ts';
import { presentAccess } from './authentication.ts';

/** With the cached rows' time, below the 5 seconds after which a revoked key opens nothing. */
const CHECK_MS = 2_000;

/** Aborts soon after the credentials cease to open the account. `onPresent` gets each present principal. */
export function endOfAccess(
  request: FastifyRequest,
  reply: FastifyReply,
  onPresent: (principal: Principal) => void = () => undefined,
): AbortSignal {
  const end = new AbortController();
  const check = presentAccess(request);
  if (check === undefined) return end.signal;
  const timer = setInterval(() => {
    check().then(
      (principal) => {
        if (principal === null) end.abort();
        else onPresent(principal);
      },
      // An unreachable store revokes nothing.
      () => undefined,
    );
  }, CHECK_MS).unref();
  reply.raw.once('close', () => clearInterval(timer));
  return end.signal;
}
