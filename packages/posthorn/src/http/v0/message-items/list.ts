import type { MessageItems } from '../../../application/messages/message-items.ts';
import { signalOf } from '../../request/lifetime/request-signal.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import { queryParametersOf } from '../../request/url/query-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { folderKeysOf } from '../request/keys.ts';
import { MESSAGE_ITEMS_PATH } from '../request/paths.ts';
import { listMessageItemsOperation } from './list-operation.ts';
import { presentMessagePage } from './present.ts';
import { parseListQuery } from './query.ts';

/** `GET …/MailFolders/{id}/MessageItems`: a window of messages. */
export function listMessageItems(
  { messageItems }: { readonly messageItems: MessageItems },
  { listMaxRows }: { readonly listMaxRows: number },
): ApiRoute {
  return {
    method: 'GET',
    path: MESSAGE_ITEMS_PATH,
    operation: listMessageItemsOperation,
    access: { login: 'account', scope: 'mail.read' },
    async handler(request) {
      const mailbox = mailboxOf(request);
      const { query, shown } = parseListQuery(queryParametersOf(request), listMaxRows);
      const page = await messageItems.list(
        { account: accountOf(request), mailbox, query },
        signalOf(request),
      );
      return presentMessagePage(page, { shown, keys: folderKeysOf(request) });
    },
  };
}
