import type { Attachments } from '../../../application/attachments/attachments.ts';
import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import { patientSignalOf } from '../../request/lifetime/request-signal.ts';
import { attachmentIdOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { folderKeysOf } from '../request/keys.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { ATTACHMENT_PATH } from '../request/paths.ts';
import { deleteAttachmentOperation } from './delete-operation.ts';

interface Services {
  readonly attachments: Attachments;
  readonly messageChanges: MessageChanges;
}

/** `DELETE …/Attachments/{id}`: removes a file from a draft, which gets a new id. */
export function deleteAttachment({ attachments, messageChanges }: Services): ApiRoute {
  return {
    method: 'DELETE',
    path: ATTACHMENT_PATH,
    operation: deleteAttachmentOperation,
    access: { login: 'account', scope: 'mail.write' },
    async handler(request) {
      const message = messageRefOf(request);
      const signal = patientSignalOf(request);
      const { part } = await attachments.get({ ...message, id: attachmentIdOf(request) }, signal);
      const update = { message, draft: { removedParts: [part] } };
      const { newRef } = await messageChanges.update(update, signal);
      const { uid } = newRef ?? message;
      return { success: true, data: { id: String(uid), ...folderKeysOf(request) } };
    },
  };
}
