import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { locateMessage } from '../json-api/located-message.ts';
import { stateOfContent } from '../json-api/message-state.ts';
import { expectedMessage } from '../json-api/preconditions.ts';
import { ATTACHMENT_PATH } from '../paths.ts';
import { NO_PARAMETERS } from '../query/query-reader.ts';
import { deleteAttachmentOperation } from './delete-operation.ts';
import { newVersionMeta } from './new-version.ts';
import { partOf } from './part-parameter.ts';

interface Services {
  readonly mailFolders: MailFolders;
  readonly messageChanges: MessageChanges;
}

/** `DELETE …/Attachments/{part}`: removes a file from a draft. */
export function deleteAttachment(services: Services): ApiRoute {
  return writingRoute({
    method: 'DELETE',
    path: ATTACHMENT_PATH,
    operation: deleteAttachmentOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'Attachment',
    query: NO_PARAMETERS,
    isPatient: true,
    async handler(exchange) {
      const part = partOf(exchange.request);
      const { message: previous } = await locateMessage(exchange, services);
      const update = { ...expectedMessage(exchange, previous), draft: { removedParts: [part] } };
      const { newRef } = await services.messageChanges.update(update, exchange.signal);
      const message = newRef ?? previous;
      return {
        kind: 'document',
        document: {
          links: { related: exchange.urls.messageItem(message) },
          meta: newVersionMeta(previous, message),
        },
        state: stateOfContent(message),
        self: null,
      };
    },
  });
}
