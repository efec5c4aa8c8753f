import type { MessageItems } from '../../../application/messages/message-items.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import { queryParametersOf } from '../../request/url/query-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { folderKeysOf } from '../request/keys.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { MESSAGE_ITEM_PATH } from '../request/paths.ts';
import { getMessageItemOperation } from './get-operation.ts';
import { presentMessageItem } from './present.ts';
import { parseMessageSelection } from './query.ts';

/** `GET …/MessageItems/{id}`: a message's envelope. */
export function getMessageItem({ messageItems }: { readonly messageItems: MessageItems }): ApiRoute {
  return {
    method: 'GET',
    path: MESSAGE_ITEM_PATH,
    operation: getMessageItemOperation,
    access: { login: 'account', scope: 'mail.read' },
    async handler(request) {
      const message = messageRefOf(request);
      const { selection, shown } = parseMessageSelection(queryParametersOf(request));
      const item = await messageItems.get({ ...message, selection }, signalOf(request));
      return { success: true, data: presentMessageItem(item, { shown, keys: folderKeysOf(request) }) };
    },
  };
}
