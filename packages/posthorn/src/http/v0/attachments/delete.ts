/** `DELETE …/Attachments/{id}`: removes a file from a draft. */
import type { Attachments } from '../../../application/attachments.ts';
import type { MessageDrafts } from '../../../application/message-drafts.ts';
import type { ApiRoute } from '../../api-route.ts';
import { attachmentIdOf } from '../../path-parameters.ts';
import { patientSignalOf } from '../../request-signal.ts';
import { folderKeysOf } from '../keys.ts';
import { messageLocationOf } from '../location.ts';
import { ATTACHMENT_PATH } from '../paths.ts';
import { deleteAttachmentOperation } from './delete-operation.ts';

interface Services {
  readonly attachments: Attachments;
  readonly messageDrafts: MessageDrafts;
}

/** The answer names the message: its id is a new one, and clients go on with it. */
export function deleteAttachment({ attachments, messageDrafts }: Services): ApiRoute {
  return {
    method: 'DELETE',
    path: ATTACHMENT_PATH,
    operation: deleteAttachmentOperation,
    login: 'account',
    async handler(request) {
      const location = messageLocationOf(request);
      const signal = patientSignalOf(request);
      const { part } = await attachments.get({ ...location, id: attachmentIdOf(request) }, signal);
      const { uid } = await messageDrafts.revise({ location, change: { removedParts: [part] } }, signal);
      return { success: true, data: { id: String(uid), ...folderKeysOf(request) } };
    },
  };
}
