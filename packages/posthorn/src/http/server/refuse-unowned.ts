import type { FastifyInstance } from 'fastify';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { Peers } from '../peers/peers.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * Answers `server-unavailable` while the account's process is down: two processes must not change one
 * account. Forged node requests get `access-denied`.
 */
export function refuseUnowned(app: FastifyInstance, peers: Pick<Peers, 'isWithoutOwner' | 'isForged'>): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (peers.isForged(raw)) {
      throw new MailError('access-denied', {
        detail: 'The request is not from a node of this service, or its clock differs by minutes.',
      });
    }
    if (!peers.isWithoutOwner(raw)) return;
    const detail = 'The part of this service that has the account is being started again.';
    throw new MailError('server-unavailable', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
  });
}
