/** `POST …/MessageItems/{id}/copy`: copies a message with its flags into another folder. */
import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { COPY_PATH } from '../identifiers/paths.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { expectedMessage } from '../json-api/preconditions.ts';
import { parseInclude } from '../query/include.ts';
import { locateMessage } from '../resources/located-message.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { copyMessageItemOperation } from './copy-operation.ts';
import { readFolderLinkage } from './folder-linkage.ts';
import { requireTarget } from './require-target.ts';
import { showNewMessage } from './show-message.ts';

type Services = RelatedServices & { readonly messageChanges: MessageChanges };

export function copyMessageItem(services: Services): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: COPY_PATH,
    operation: copyMessageItemOperation,
    primaryType: 'MessageItem',
    parameters: ['include', 'images', 'attributes'],
    async handler(exchange) {
      const { parameters, signal } = exchange;
      const include = parseInclude(parameters, 'MessageItem');
      const account = accountOf(exchange.request);
      const target = readFolderLinkage(exchange.request.body, account);
      const { message } = await locateMessage(exchange, services);
      await requireTarget(services.mailFolders, { source: message, target, pointer: '/data' }, signal);
      const request = { ...expectedMessage(exchange, message), target };
      const copy = await services.messageChanges.copy(request, signal);
      return showNewMessage(services, { exchange, include, message: copy });
    },
  });
}
