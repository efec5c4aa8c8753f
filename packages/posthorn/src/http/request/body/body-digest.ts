import { createHash, type Hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Part of a streamed body's digest. */
export type StreamedBodyKind = 'form' | 'file';

const digests = new WeakMap<FastifyRequest, string>();
const streamedDigests = new WeakMap<FastifyRequest, string>();

/** Records a parsed body's text. */
export function noteBody(request: FastifyRequest, text: string): void {
  digests.set(request, createHash('sha256').update(text).digest('base64url'));
}

/** A parsed body's digest; a streamed one's length headers. */
export function bodyDigestOf(request: FastifyRequest): string {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return digests.get(request) ?? `${encoding ?? ''} ${length ?? '0'}`;
}

/** Hash for an uploaded file, if needed. */
export function contentHashFor({ headers }: FastifyRequest): Hash | undefined {
  return headers['idempotency-key'] === undefined ? undefined : createHash('sha256');
}

/** Records a streamed body at its end, without the form boundary, which a repeat changes. */
export function noteStreamedBody(
  request: FastifyRequest,
  { kind, content }: { readonly kind: StreamedBodyKind; readonly content: unknown },
): void {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  streamedDigests.set(request, `${kind} ${digest}`);
}

/** Kind and digest of a streamed body. */
export function streamedDigestOf(request: FastifyRequest): string | undefined {
  return streamedDigests.get(request);
}
