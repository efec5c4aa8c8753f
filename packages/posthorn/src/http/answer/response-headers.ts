/** The headers that every answer carries. */
import type { FastifyReply } from 'fastify';

/** Mail is private: it is not cached, not guessed at, not leaked by referrers. */
const ALWAYS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Sets the protective headers and the request's id. */
export function setCommonHeaders(requestId: string, reply: FastifyReply): void {
  reply.headers({ ...ALWAYS, 'x-request-id': requestId });
}

/** Adds this request header to `Vary`, after those that others have added (CORS). */
export function addVary(reply: FastifyReply, name: string): void {
  const named = [reply.getHeader('vary') ?? []].flat().map(String);
  reply.header('vary', [...named, name].join(', '));
}
