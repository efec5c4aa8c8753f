/** Reads a body that is one file, without holding it in memory. */
import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { ContentSpool, KeptContent } from '../../../application/ports/content-spool.ts';
import type { AccountKey } from '../../../domain/limit-keys.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { contentHashFor, noteStreamedBody } from '../body/body-digest.ts';
import { liftReceiveDeadline, restartReceiveDeadline } from '../lifetime/receive-deadline.ts';
import { clientSignalOf, liftDeadline } from '../lifetime/request-signal.ts';
import { fileTooLarge, limitOctets } from './limited-octets.ts';

export interface UploadOptions {
  readonly contentSpool: ContentSpool;
  readonly maxOctets: number;
  /** Whose content it is. */
  readonly owner: AccountKey;
}

/** An upload may take long, but not stand still. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * The whole body. From now on the answer has no deadline: slow clients send for minutes. Throws RequestProblems `payload-too-large`
 * beyond the limit and `malformed-request` when the body stops arriving, and what the spool throws; then nothing is kept. The caller
 * releases the content.
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
  // Reading the request itself would close its connection when it ends early, and nobody would hear why.
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
    // What is left of a refused file is read and dropped.
    restartReceiveDeadline(request);
    request.raw.unpipe(body).resume();
    body.destroy();
  }
}

function stoppedArriving(): RequestProblems {
  return new RequestProblems([problemOf('malformed-request', { detail: 'The file stopped arriving.' })]);
}
