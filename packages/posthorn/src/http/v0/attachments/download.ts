/** `GET` and `HEAD …/Attachments/{id}`: one file of a message as it is. */
import type { FastifyReply } from 'fastify';
import type { Attachments } from '../../../application/attachments.ts';
import type { Attachment } from '../../../domain/attachment.ts';
import { attachmentName } from '../../../domain/attachment-name.ts';
import type { ApiRoute } from '../../api-route.ts';
import { accountOf } from '../../authentication.ts';
import { attachmentDisposition } from '../../content-disposition.ts';
import { attachmentIdOf, mailboxOf, uidOf } from '../../path-parameters.ts';
import { liftDeadline, signalOf } from '../../request-signal.ts';
import { safeMediaType } from '../../safe-media-type.ts';
import { ATTACHMENTS_PATH } from '../paths.ts';

const PATH = `${ATTACHMENTS_PATH}/:attachmentId`;

/** A download may take long, but not stand still. */
const IDLE_TIMEOUT_MS = 30_000;

interface DownloadServices {
  readonly attachments: Attachments;
}

/** The headers of the download without its content. */
export function headAttachment({ attachments }: DownloadServices): ApiRoute {
  return {
    method: 'HEAD',
    path: PATH,
    operation: { operationId: 'headAttachment', summary: 'Describe a file', tags: ['Attachments'] },
    login: 'account',
    async handler(request, reply) {
      const location = { account: accountOf(request), mailbox: mailboxOf(request), uid: uidOf(request) };
      const id = attachmentIdOf(request);
      const attachment = await attachments.get({ ...location, id }, signalOf(request));
      setFileHeaders(reply, attachment);
      return null;
    },
  };
}

/** The decoded content, streamed in constant memory. */
export function downloadAttachment({ attachments }: DownloadServices): ApiRoute {
  return {
    method: 'GET',
    path: PATH,
    operation: { operationId: 'downloadAttachment', summary: 'Download a file', tags: ['Attachments'] },
    login: 'account',
    async handler(request, reply) {
      const location = { account: accountOf(request), mailbox: mailboxOf(request), uid: uidOf(request) };
      const id = attachmentIdOf(request);
      const { attachment, stream } = await attachments.open({ ...location, id }, signalOf(request));
      liftDeadline(request);
      reply.raw.setTimeout(IDLE_TIMEOUT_MS, () => reply.raw.destroy());
      setFileHeaders(reply, attachment);
      return stream;
    },
  };
}

/** The file is a stranger's: it is saved and not shown, its type is harmless, and it can run nothing. */
function setFileHeaders(reply: FastifyReply, attachment: Attachment): void {
  reply
    .type(safeMediaType(attachment.mediaType))
    .header('content-disposition', attachmentDisposition(attachmentName(attachment)))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin');
}
