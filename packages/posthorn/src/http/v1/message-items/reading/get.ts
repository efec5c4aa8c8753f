import type { RelatedServices } from '../../../../resources/related-resources.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { readingRoute } from '../../json-api/json-api-route.ts';
import { identifyMessage } from '../../json-api/located-message.ts';
import { MESSAGE_ITEM_PATH } from '../../paths.ts';
import { showing } from '../../query/shown-resources.ts';
import { getMessageItemOperation } from './get-operation.ts';
import { showMessage } from './show-message.ts';

/** `GET …/MessageItems/{id}` */
export function getMessageItem(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: MESSAGE_ITEM_PATH,
    operation: getMessageItemOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'MessageItem',
    query: showing('MessageItem'),
    async handler(exchange, include) {
      const message = await identifyMessage(exchange, services);
      return showMessage(services, { exchange, include, message, isCurrent: true });
    },
  });
}
