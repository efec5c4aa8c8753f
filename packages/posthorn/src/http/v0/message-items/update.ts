import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import type { MessageItems } from '../../../application/messages/message-items.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import { queryParametersOf } from '../../request/url/query-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { tellFailureAs } from '../answer/failure-text.ts';
import { folderKeysOf } from '../request/keys.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { MESSAGE_ITEM_PATH } from '../request/paths.ts';
import { readMessageItemChange } from './change-request.ts';
import { presentMessageItem } from './present.ts';
import { parseMessageSelection } from './query.ts';
import { updateMessageItemOperation } from './update-operation.ts';

interface Services {
  readonly messageChanges: MessageChanges;
  readonly messageItems: MessageItems;
}

/** `PATCH …/MessageItems/{id}/MessageItem`: sets flags and moves a message. */
export function updateMessageItem({ messageChanges, messageItems }: Services): ApiRoute {
  return {
    method: 'PATCH',
    path: `${MESSAGE_ITEM_PATH}/MessageItem`,
    operation: updateMessageItemOperation,
    access: { login: 'account', scope: 'mail.write' },
    async handler(request) {
      const message = messageRefOf(request);
      const { selection, shown } = parseMessageSelection(queryParametersOf(request));
      const { flags, target } = readMessageItemChange(request.body, message.mailbox);
      const signal = signalOf(request);
      const keys = folderKeysOf(request);
      const isFlagged = Object.keys(flags).length > 0;
      if (isFlagged) await messageChanges.update({ message, flags }, signal);
      if (target === undefined)
        return { success: true, data: { id: String(message.uid), ...keys, ...flags } };
      tellFailureAs(request, 'Could not move the message.');
      const { newRef } = await messageChanges.update({ message, target }, signal);
      const item = await messageItems.get({ ...(newRef ?? message), selection }, signal);
      return {
        success: true,
        data: presentMessageItem(item, { shown, keys: { ...keys, mailFolderId: target } }),
      };
    },
  };
}
