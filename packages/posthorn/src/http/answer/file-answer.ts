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

/** Sets headers by which a browser saves the file under this name, and runs nothing of it if it shows it anyway. */
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
