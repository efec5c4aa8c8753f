import type { FastifyReply, FastifyRequest } from 'fastify';
import { restartReceiveDeadline } from './receive-deadline.ts';

/** Four times the largest file. */
const MAX_DISCARDED_OCTETS = 100_000_000;

/**
 * Discards the rest of a refused body: a connection closed with unread octets is reset, and the answer lost
 * (RFC 9112 §9.6).
 */
export function discardBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  let octets = 0;
  reply.removeHeader('connection');
  restartReceiveDeadline(request);
  raw.on('data', (chunk: Buffer) => {
    octets += chunk.length;
    if (octets > MAX_DISCARDED_OCTETS) raw.destroy();
  });
}
