/** What a request's body was, for telling a repeat from another request. */
import { createHash, type Hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** How a streamed body is read: as a form with files, or as one file. */
export type StreamedBodyKind = 'form' | 'file';

const digests = new WeakMap<FastifyRequest, string>();
const streamedDigests = new WeakMap<FastifyRequest, string>();

/** Remembers the text of a body that is being parsed. */
export function noteBody(request: FastifyRequest, text: string): void {
  digests.set(request, createHash('sha256').update(text).digest('base64url'));
}

/** The digest of the body's text; of a body that is read as a stream only what its headers tell of its length. */
export function bodyDigestOf(request: FastifyRequest): string {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return digests.get(request) ?? `${encoding ?? ''} ${length ?? '0'}`;
}

/** Takes the octets of a file of the request; undefined where nobody asks for their digest. */
export function contentHashFor({ headers }: FastifyRequest): Hash | undefined {
  return headers['idempotency-key'] === undefined ? undefined : createHash('sha256');
}

/** Remembers a body that was read as a stream to its end, by what tells it from others: not the boundary of a form, which is new each time. */
export function noteStreamedBody(
  request: FastifyRequest,
  { kind, content }: { readonly kind: StreamedBodyKind; readonly content: unknown },
): void {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  streamedDigests.set(request, `${kind} ${digest}`);
}

/** The digest of what was read as a stream, with its kind before it; undefined for other bodies. */
export function streamedDigestOf(request: FastifyRequest): string | undefined {
  return streamedDigests.get(request);
}
