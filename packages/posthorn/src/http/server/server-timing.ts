/** The Server-Timing header: where the time of an answer went (W3C Server Timing). */
import type { FastifyInstance } from 'fastify';
import { costsOf } from './request-observer.ts';

/** Adds to every answer the time until its headers went out, and the costs of the request at mail servers. */
export function addServerTiming(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { roundTrips, sentOctets, receivedOctets } = costsOf(request);
    const imap = `${roundTrips} round trips, ${sentOctets} octets sent, ${receivedOctets} received`;
    reply.header('server-timing', `total;dur=${reply.elapsedTime.toFixed(1)}, imap;desc="${imap}"`);
  });
}
