import type { FastifyRequest } from 'fastify';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { isPart } from '../../../resources/identifiers/parse-resource-ids.ts';
import { pathParameter } from '../../request/url/path-parameters.ts';

/** The path's part specifier. Throws `attachment-unknown` for an invalid one. */
export function partOf(request: FastifyRequest): string {
  const part = pathParameter(request, 'attachmentId');
  if (isPart(part)) return part;
  throw new MailError('attachment-unknown', { detail: 'The message has no such attachment.' });
}
