import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { ContentSpool, KeptContent } from '../../../application/ports/content-spool.ts';
import type { OwnerKey } from '../../../domain/rights/principal.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { contentHashFor, noteStreamedBody } from '../body/body-digest.ts';
import { liftReceiveDeadline, restartReceiveDeadline } from '../lifetime/receive-deadline.ts';
import { clientSignalOf, liftDeadline } from '../lifetime/request-signal.ts';
import { fileTooLarge, limitOctets } from './limited-octets.ts';

/** Reader options. */
export interface UploadOptions {
  readonly contentSpool: ContentSpool;
  readonly maxOctets: number;
  readonly owner: OwnerKey;
}

const IDLE_TIMEOUT_MS = 30_000;

/**
 * Streams a file body to the spool without a deadline. The caller releases it. Throws RequestProblems
 * `payload-too-large`, `malformed-request` for a stalled body, and spool errors; then nothing is stored.
 */
export async function readUploadedFile(
  request: FastifyRequest,
  { contentSpool, maxOctets, owner }: UploadOptions,
  signal: AbortSignal,
): Promise<KeptContent> {
  liftDeadline(request);
  liftReceiveDeadline(request);
  if (Number(request.headers['content-length'] ?? 0) > maxOctets) throw fileTooLarge(maxOctets);
  const stalled = new AbortController();
  const either = AbortSignal.any([signal, clientSignalOf(request), stalled.signal]);
  const stall = setTimeout(() => stalled.abort(stoppedArriving()), IDLE_TIMEOUT_MS);
  // Ending the request stream would close the connection before the answer.
  const body = request.raw.pipe(new PassThrough());
  const hash = contentHashFor(request);
  const onChunk = (chunk: Uint8Array): void => {
    stall.refresh();
    hash?.update(chunk);
  };
  try {
    const stream = limitOctets(body, { maxOctets, onChunk });
    const content = await contentSpool.keep({ stream, maxOctets, owner }, either);
    if (hash) {
      const { 'content-type': type, 'content-disposition': disposition } = request.headers;
      noteStreamedBody(request, { kind: 'file', content: [hash.digest('base64url'), type, disposition] });
    }
    return content;
  } finally {
    clearTimeout(stall);
    restartReceiveDeadline(request);
    request.raw.unpipe(body).resume();
    body.destroy();
  }
}

function stoppedArriving(): RequestProblems {
  return new RequestProblems([problemOf('malformed-request', { detail: 'The file stopped arriving.' })]);
}
