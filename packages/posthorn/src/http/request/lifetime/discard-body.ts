/** Reads and drops what a client still sends of a body that was refused. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { restartReceiveDeadline } from './receive-deadline.ts';

/** Four times the largest file. Clients that go on are cut off. */
const MAX_DISCARDED_OCTETS = 100_000_000;

/**
 * Keeps the connection until the body has arrived, for as long as any body may take: a connection that is closed with unread octets is
 * reset, and most clients then never see the answer (RFC 9112 §9.6).
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
