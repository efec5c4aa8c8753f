/** A stranger's file as an answer: its headers. */
import type { FastifyReply } from 'fastify';
import type { Attachment } from '../../domain/attachment.ts';
import { attachmentName } from '../../domain/attachment-name.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { safeMediaType } from './safe-media-type.ts';

/** Sets headers with which the file is saved and not shown, has a harmless type, and can run nothing. */
export function setFileHeaders(reply: FastifyReply, attachment: Attachment): void {
  reply
    .type(safeMediaType(attachment.mediaType))
    .header('content-disposition', attachmentDisposition(attachmentName(attachment)))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin');
}
