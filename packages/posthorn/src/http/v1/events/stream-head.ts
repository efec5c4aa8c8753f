import type { FastifyReply, FastifyRequest } from 'fastify';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { EVENT_STREAM_TYPE } from '../../answer/server-sent-event.ts';

export const NEVER: AbortSignal = new AbortController().signal;

/** Sets an unbuffered stream's headers. */
export function setStreamHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-type': EVENT_STREAM_TYPE,
    'cache-control': 'private, no-store',
    'x-accel-buffering': 'no',
  });
}

/** Throws RequestProblems (406) for clients that accept no stream. */
export function refuseOtherTypes({ headers }: FastifyRequest): void {
  const { accept } = headers;
  if (accept === undefined || /\*\/\*|text\/\*|text\/event-stream/i.test(accept)) return;
  const detail = `Events come as ${EVENT_STREAM_TYPE}.`;
  throw new RequestProblems([problemOf('not-acceptable', { detail, source: { header: 'Accept' } })]);
}

/** Throws `server-unavailable` while the server stops. */
export function requireRunning(stopping: AbortSignal): void {
  if (!stopping.aborted) return;
  throw new MailError('server-unavailable', { detail: 'The service is stopping.', retryAfterSeconds: 5 });
}
