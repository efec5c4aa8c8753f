/** `GET …/MessageItems/{id}`: the envelope of one message. */
import type { ApiRoute } from '../../route/api-route.ts';
import { parseInclude } from '../include.ts';
import { readingRoute } from '../json-api-route.ts';
import { identifyMessage } from '../located-message.ts';
import { MESSAGE_ITEM_PATH } from '../paths.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { getMessageItemOperation } from './get-operation.ts';
import { showMessage } from './show-message.ts';

export function getMessageItem(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: MESSAGE_ITEM_PATH,
    operation: getMessageItemOperation,
    login: 'account',
    primaryType: 'MessageItem',
    parameters: ['include', 'images', 'attributes'],
    async handler(exchange) {
      const include = parseInclude(exchange.parameters, 'MessageItem');
      const message = await identifyMessage(exchange, services);
      return showMessage(services, { exchange, include, message, isCurrent: true });
    },
  });
}
