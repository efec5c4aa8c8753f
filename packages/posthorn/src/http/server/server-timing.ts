import type { FastifyInstance } from 'fastify';
import { costsOf } from './request-observer.ts';

/** Adds Server-Timing (W3C): time until the headers, mail server costs. */
export function addServerTiming(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { roundTrips, sentOctets, receivedOctets } = costsOf(request);
    const imap = `${roundTrips} round trips, ${sentOctets} octets sent, ${receivedOctets} received`;
    reply.header('server-timing', `total;dur=${reply.elapsedTime.toFixed(1)}, imap;desc="${imap}"`);
  });
}
