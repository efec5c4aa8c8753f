/** The attachment that a path names. */
import type { FastifyRequest } from 'fastify';
import { MailError } from '../../../domain/mail-error.ts';
import { pathParameter } from '../../request/url/path-parameters.ts';
import { isPart } from '../identifiers/parse-resource-ids.ts';

/** The part specifier in the path. Throws `attachment-unknown` when no part can have it. */
export function partOf(request: FastifyRequest): string {
  const part = pathParameter(request, 'attachmentId');
  if (isPart(part)) return part;
  throw new MailError('attachment-unknown', { detail: 'The message has no such attachment.' });
}
