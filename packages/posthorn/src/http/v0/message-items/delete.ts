import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { MESSAGE_ITEM_PATH } from '../request/paths.ts';
import { deleteMessageItemOperation } from './delete-operation.ts';

/** `DELETE …/MessageItems/{id}`: deletes a message permanently. */
export function deleteMessageItem({ messageChanges }: { readonly messageChanges: MessageChanges }): ApiRoute {
  return {
    method: 'DELETE',
    path: MESSAGE_ITEM_PATH,
    operation: deleteMessageItemOperation,
    access: { login: 'account', scope: 'mail.write' },
    async handler(request) {
      await messageChanges.delete({ message: messageRefOf(request) }, signalOf(request));
      return { success: true };
    },
  };
}
