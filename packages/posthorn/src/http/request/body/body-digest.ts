/** What a request's body was, for telling a repeat from another request. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const digests = new WeakMap<FastifyRequest, string>();

/** Remembers the text of a body that is being parsed. */
export function noteBody(request: FastifyRequest, text: string): void {
  digests.set(request, createHash('sha256').update(text).digest('base64url'));
}

/** The digest of the body's text; of a body that is read as a stream only what its headers tell of its length. */
export function bodyDigestOf(request: FastifyRequest): string {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return digests.get(request) ?? `${encoding ?? ''} ${length ?? '0'}`;
}
