import type { FastifyReply } from 'fastify';
import { JSON_API_MEDIA_TYPE } from '../media-type.ts';
import type { ErrorReply } from './error-reply.ts';

/** An error document and its media type. */
export interface LabelledError extends ErrorReply {
  readonly contentType: string;
}

/** Sends no charset, which JSON:API 1.1 forbids. */
export function sendError(
  reply: FastifyReply,
  { status, document, contentType }: LabelledError,
): FastifyReply {
  // Fastify appends a charset except to buffers.
  return reply
    .code(status)
    .header('content-type', contentType)
    .send(Buffer.from(JSON.stringify(document)));
}

/** True for JSON, false for files. */
export function isJsonReply(reply: FastifyReply): boolean {
  const contentType = String(reply.getHeader('content-type'));
  return contentType.startsWith('application/json') || contentType.startsWith(JSON_API_MEDIA_TYPE);
}

/** Keeps other Vary values, such as those of CORS (RFC 9110 §12.5.5). */
export function addVaryAccept(reply: FastifyReply): void {
  const names = [reply.getHeader('vary') ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((name) => name.trim());
  const isCovered = names.some((name) => name === '*' || name.toLowerCase() === 'accept');
  if (!isCovered) reply.header('vary', [...names, 'Accept'].filter((name) => name !== '').join(', '));
}
