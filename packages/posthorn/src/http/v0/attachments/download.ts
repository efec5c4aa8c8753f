import type { Attachments } from '../../../application/attachments/attachments.ts';
import { setFileHeaders } from '../../answer/file-answer.ts';
import { liftDeadline, signalOf } from '../../request/lifetime/request-signal.ts';
import { attachmentIdOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { ATTACHMENT_PATH } from '../request/paths.ts';
import { downloadAttachmentOperation, headAttachmentOperation } from './download-operation.ts';

interface DownloadServices {
  readonly attachments: Attachments;
}

/** `HEAD …/Attachments/{id}`: the download's headers. */
export function headAttachment({ attachments }: DownloadServices): ApiRoute {
  return {
    method: 'HEAD',
    path: ATTACHMENT_PATH,
    operation: headAttachmentOperation,
    access: { login: 'account-or-ticket', scope: 'mail.read' },
    async handler(request, reply) {
      const message = messageRefOf(request);
      const id = attachmentIdOf(request);
      const attachment = await attachments.get({ ...message, id }, signalOf(request));
      setFileHeaders(reply, attachment);
      return null;
    },
  };
}

/** `GET …/Attachments/{id}`: the decoded file, in constant memory. */
export function downloadAttachment({ attachments }: DownloadServices): ApiRoute {
  return {
    method: 'GET',
    path: ATTACHMENT_PATH,
    operation: downloadAttachmentOperation,
    access: { login: 'account-or-ticket', scope: 'mail.read' },
    isStream: true,
    async handler(request, reply) {
      const message = messageRefOf(request);
      const id = attachmentIdOf(request);
      const { attachment, stream } = await attachments.open({ ...message, id }, signalOf(request));
      liftDeadline(request);
      setFileHeaders(reply, attachment);
      return stream;
    },
  };
}
