/** Refuses requests that only another worker process may serve, while that one is not there. */
import type { FastifyInstance } from 'fastify';
import { MailError } from '../../domain/mail-error.ts';
import type { Peers } from '../peers/peers.ts';

const RETRY_AFTER_SECONDS = 5;

/** Such requests become `server-unavailable`. Serving them here would have two processes change one account. */
export function refuseWithoutOwner(app: FastifyInstance, peers: Pick<Peers, 'isWithoutOwner'>): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!peers.isWithoutOwner(raw)) return;
    const detail = 'The part of this service that has the account is being started again.';
    throw new MailError('server-unavailable', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
  });
}
