/** Reads a body that is one file, without holding it in memory. */
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { ContentSpool, KeptContent } from '../../../application/ports/content-spool.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { liftReceiveDeadline, restartReceiveDeadline } from '../lifetime/receive-deadline.ts';
import { clientSignalOf, liftDeadline } from '../lifetime/request-signal.ts';

export interface UploadOptions {
  readonly contentSpool: ContentSpool;
  readonly maxOctets: number;
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
  { contentSpool, maxOctets }: UploadOptions,
  signal: AbortSignal,
): Promise<KeptContent> {
  liftDeadline(request);
  liftReceiveDeadline(request);
  if (Number(request.headers['content-length'] ?? 0) > maxOctets) throw tooLarge(maxOctets);
  const stalled = new AbortController();
  const either = AbortSignal.any([signal, clientSignalOf(request), stalled.signal]);
  const stall = setTimeout(() => stalled.abort(stoppedArriving()), IDLE_TIMEOUT_MS);
  // Reading the request itself would close its connection when it ends early, and nobody would hear why.
  const body = request.raw.pipe(new PassThrough());
  try {
    const content = limitOctets(body, { maxOctets, refresh: () => stall.refresh() });
    return await contentSpool.keep({ stream: content, maxOctets }, either);
  } finally {
    clearTimeout(stall);
    // What is left of a refused file is read and dropped.
    restartReceiveDeadline(request);
    request.raw.unpipe(body).resume();
    body.destroy();
  }
}

async function* limitOctets(
  stream: Readable,
  { maxOctets, refresh }: { readonly maxOctets: number; readonly refresh: () => void },
): AsyncGenerator<Uint8Array> {
  let octets = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    refresh();
    octets += chunk.length;
    if (octets > maxOctets) throw tooLarge(maxOctets);
    yield chunk;
  }
}

function tooLarge(maxOctets: number): RequestProblems {
  const detail = `The file has more than ${maxOctets} octets.`;
  return new RequestProblems([problemOf('payload-too-large', { detail })]);
}

function stoppedArriving(): RequestProblems {
  return new RequestProblems([problemOf('malformed-request', { detail: 'The file stopped arriving.' })]);
}
