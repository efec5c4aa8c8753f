/** A stranger's file as an answer: its headers, and the time that it may take. */
import type { FastifyReply } from 'fastify';
import type { Attachment } from '../domain/attachment.ts';
import { attachmentName } from '../domain/attachment-name.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { liftDeadline } from './request-signal.ts';
import { safeMediaType } from './safe-media-type.ts';

/** A download may take long, but not stand still. */
const IDLE_TIMEOUT_MS = 30_000;

/** Sets headers with which the file is saved and not shown, has a harmless type, and can run nothing. */
export function setFileHeaders(reply: FastifyReply, attachment: Attachment): void {
  reply
    .type(safeMediaType(attachment.mediaType))
    .header('content-disposition', attachmentDisposition(attachmentName(attachment)))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin');
}

/** Takes the deadline off the answer; from now on it may last as long as it goes on. Call it before the content is sent. */
export function allowLongDownload(reply: FastifyReply): void {
  liftDeadline(reply.request);
  reply.raw.setTimeout(IDLE_TIMEOUT_MS, () => reply.raw.destroy());
}
