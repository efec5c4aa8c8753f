/** The attachment that a path names. */
import type { FastifyRequest } from 'fastify';
import { MailError } from '../../../domain/mail-error.ts';
import { pathParameter } from '../../path-parameters.ts';

/** A MIME part specifier (RFC 9051 §6.4.5). MIME depth is bounded, so longer ones do not occur. */
const PART = /^[1-9][0-9]{0,5}(?:\.[1-9][0-9]{0,5}){0,99}$/;

/** The part specifier in the path. Throws `attachment-unknown` when no part can have it. */
export function partOf(request: FastifyRequest): string {
  const part = pathParameter(request, 'attachmentId');
  if (PART.test(part)) return part;
  throw new MailError('attachment-unknown', { detail: 'The message has no such attachment.' });
}
