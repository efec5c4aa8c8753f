import type { FastifyRequest } from 'fastify';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { type MailboxName, parseMailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { type AttachmentId, parseAttachmentId } from '../../../domain/messages/attachment-id.ts';
import { parseUid, type Uid } from '../../../domain/values/uid.ts';

export type PathParameter = 'mailAccountId' | 'mailFolderId' | 'messageItemId' | 'attachmentId';

/** Percent-decoded once. */
export function pathParameter(request: FastifyRequest, name: PathParameter): string {
  return (request.params as Readonly<Partial<Record<PathParameter, string>>>)[name] ?? '';
}

/** Id of a resource outside accounts. */
export function resourceIdOf({ params }: FastifyRequest): string {
  return (params as { readonly id?: string }).id ?? '';
}

/** Throws `mailbox-unknown` for an impossible name. */
export function mailboxOf(request: FastifyRequest): MailboxName {
  const name = parseMailboxName(pathParameter(request, 'mailFolderId'));
  if (name !== undefined) return name;
  throw new MailError('mailbox-unknown', { detail: 'The account has no such mail folder.' });
}

/** Throws `message-unknown` unless a uid. */
export function uidOf(request: FastifyRequest): Uid {
  const uid = parseUid(pathParameter(request, 'messageItemId'));
  if (uid !== undefined) return uid;
  throw new MailError('message-unknown', { detail: 'The mail folder has no such message.' });
}

/** Throws `attachment-unknown` for an impossible id. */
export function attachmentIdOf(request: FastifyRequest): AttachmentId {
  const id = parseAttachmentId(pathParameter(request, 'attachmentId'));
  if (id !== undefined) return id;
  throw new MailError('attachment-unknown', { detail: 'The message has no such attachment.' });
}
