/** `GET …/MessageItems/{id}`: the envelope of one message. */
import type { ApiRoute } from '../../api-route.ts';
import { parseInclude } from '../include.ts';
import { readingRoute } from '../json-api-route.ts';
import { locateMessage } from '../located-message.ts';
import { MESSAGE_ITEM_PATH } from '../paths.ts';
import { type RelatedServices, readRelated } from '../related-resources.ts';
import { presentMessageItem } from './present.ts';
import { messageSelection } from './selection.ts';

export function getMessageItem(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: MESSAGE_ITEM_PATH,
    operation: { operationId: 'getMessageItem', summary: 'Get one message', tags: ['MessageItems'] },
    login: 'account',
    primaryType: 'MessageItem',
    parameters: ['include', 'attributes'],
    async handler(exchange) {
      const include = parseInclude(exchange.parameters, 'MessageItem');
      const selection = messageSelection(exchange.fields);
      const { message, counts } = await locateMessage(exchange, services);
      const item = await services.messageItems.get({ ...message, selection }, exchange.signal);
      const { included, attachmentsOf } = await readRelated(services, {
        exchange,
        include,
        messages: [message],
        counts: new Map([[message.mailbox, counts]]),
      });
      const data = presentMessageItem({ message, item, attachments: attachmentsOf(message) }, exchange);
      return { kind: 'document', document: { data, ...(included && { included }) } };
    },
  });
}
