import type { FastifyReply } from 'fastify';

/** Mail is private: no caching, sniffing or referrers. */
const ALWAYS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Sets protective headers and request id. */
export function setCommonHeaders(requestId: string, reply: FastifyReply): void {
  reply.headers({ ...ALWAYS, 'x-request-id': requestId });
}

/** Appends to `Vary`, which CORS also sets. */
export function addVary(reply: FastifyReply, name: string): void {
  const named = [reply.getHeader('vary') ?? []].flat().map(String);
  reply.header('vary', [...named, name].join(', '));
}
