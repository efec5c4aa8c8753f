/** `POST …/MessageItems`: creates a draft, also as a reply or to forward a message. */
import type { MessageDrafts } from '../../../application/message-drafts.ts';
import { accountOf } from '../../request/authentication.ts';
import { mailboxOf } from '../../request/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { parseInclude } from '../include.ts';
import { writingRoute } from '../json-api-route.ts';
import { MESSAGE_ITEMS_PATH } from '../paths.ts';
import { requireNoTag } from '../preconditions.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { withSourcePointers } from '../unknown-source.ts';
import { COMPOSED_BODY_OCTETS } from './composed-body.ts';
import { createMessageItemOperation } from './create-operation.ts';
import { readNewMessage } from './create-request.ts';
import { showNewMessage } from './show-message.ts';

type Services = RelatedServices & { readonly messageDrafts: MessageDrafts };

export function createMessageItem(services: Services): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: MESSAGE_ITEMS_PATH,
    operation: createMessageItemOperation,
    primaryType: 'MessageItem',
    parameters: ['include', 'attributes'],
    bodyLimitOctets: COMPOSED_BODY_OCTETS,
    isPatient: true,
    async handler(exchange) {
      const { request, parameters, signal } = exchange;
      const include = parseInclude(parameters, 'MessageItem');
      const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
      const draft = readNewMessage(request.body, folder.account);
      requireNoTag(exchange);
      const identity = await withSourcePointers(
        services.messageDrafts.create({ ...folder, ...draft }, signal),
      );
      return showNewMessage(services, { exchange, include, message: { ...folder, ...identity } });
    },
  });
}
