/** A stranger's file as an answer: its headers. */
import type { FastifyReply } from 'fastify';
import type { Attachment } from '../../domain/attachment.ts';
import { attachmentName } from '../../domain/attachment-name.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { safeMediaType } from './safe-media-type.ts';

/** Sets headers with which the file is saved and not shown, has a harmless type, and can run nothing. */
export function setFileHeaders(reply: FastifyReply, attachment: Attachment): void {
  setSavedFileHeaders(reply, {
    mediaType: safeMediaType(attachment.mediaType),
    fileName: attachmentName(attachment),
  });
}

/** Sets headers with which what is sent is saved under this name, and can run nothing where it is shown all the same. */
export function setSavedFileHeaders(
  reply: FastifyReply,
  { mediaType, fileName }: { readonly mediaType: string; readonly fileName: string },
): void {
  reply
    .type(mediaType)
    .header('content-disposition', attachmentDisposition(fileName))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin');
}
