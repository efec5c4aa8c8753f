/** Sends documents through Fastify without the charset it would add. JSON:API 1.1 allows `ext` and `profile` only. */

import type { FastifyReply } from 'fastify';
import { JSON_API_MEDIA_TYPE } from '../media-type.ts';
import type { ErrorReply } from './error-reply.ts';

/** An error document and the exact media type it is sent as. */
export interface LabelledError extends ErrorReply {
  readonly contentType: string;
}

/** Sends an error document. */
export function sendError(
  reply: FastifyReply,
  { status, document, contentType }: LabelledError,
): FastifyReply {
  // Fastify leaves the Content-Type of a buffer alone; to a string or an object it appends a charset.
  return reply
    .code(status)
    .header('content-type', contentType)
    .send(Buffer.from(JSON.stringify(document)));
}

/** Returns whether a reply is a JSON document, and not for instance a file. */
export function isJsonReply(reply: FastifyReply): boolean {
  const contentType = String(reply.getHeader('content-type'));
  return contentType.startsWith('application/json') || contentType.startsWith(JSON_API_MEDIA_TYPE);
}

/** Adds `Accept` to the Vary header and keeps what others, for instance CORS, have put there. RFC 9110 §12.5.5. */
export function addVaryAccept(reply: FastifyReply): void {
  const names = [reply.getHeader('vary') ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((name) => name.trim());
  const isCovered = names.some((name) => name === '*' || name.toLowerCase() === 'accept');
  if (!isCovered) reply.header('vary', [...names, 'Accept'].filter((name) => name !== '').join(', '));
}
