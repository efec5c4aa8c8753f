/** `GET …/MessageItems/{id}`: the envelope of one message. */
import type { ApiRoute } from '../../route/api-route.ts';
import { MESSAGE_ITEM_PATH } from '../identifiers/paths.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { parseInclude } from '../query/include.ts';
import { identifyMessage } from '../resources/located-message.ts';
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
