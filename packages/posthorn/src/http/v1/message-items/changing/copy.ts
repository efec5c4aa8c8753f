import type { MessageChanges } from '../../../../application/changing/message-changes.ts';
import type { RelatedServices } from '../../../../resources/related-resources.ts';
import { accountOf } from '../../../request/login/authentication.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { writingRoute } from '../../json-api/json-api-route.ts';
import { locateMessage } from '../../json-api/located-message.ts';
import { expectedMessage } from '../../json-api/preconditions.ts';
import { COPY_PATH } from '../../paths.ts';
import { showing } from '../../query/shown-resources.ts';
import { showNewMessage } from '../reading/show-message.ts';
import { copyMessageItemOperation } from './copy-operation.ts';
import { readFolderLinkage } from './folder-linkage.ts';
import { requireTarget } from './require-target.ts';

type Services = RelatedServices & { readonly messageChanges: MessageChanges };

/** `POST …/MessageItems/{id}/copy`: copies a message and its flags into another folder. */
export function copyMessageItem(services: Services): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: COPY_PATH,
    operation: copyMessageItemOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'MessageItem',
    query: showing('MessageItem'),
    async handler(exchange, include) {
      const { signal } = exchange;
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
