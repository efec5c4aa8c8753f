import type { FastifyReply } from 'fastify';
import type { Attachment } from '../../domain/messages/attachment.ts';
import { attachmentName } from '../../domain/messages/attachment-name.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { safeMediaType } from './safe-media-type.ts';

/** Sets an untrusted file's headers: saved, with a harmless type, without scripts. */
export function setFileHeaders(reply: FastifyReply, attachment: Attachment): void {
  setSavedFileHeaders(reply, {
    mediaType: safeMediaType(attachment.mediaType),
    fileName: attachmentName(attachment),
  });
}

/** Sets headers that save a file under this name and forbid scripts. */
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
