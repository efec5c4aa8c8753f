/** `GET …/MessageItems/{id}/thread`: the conversation of a message, oldest message first. */
import type { ApiRoute } from '../../route/api-route.ts';
import { THREAD_PATH } from '../identifiers/paths.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { type Inclusion, parseInclude } from '../query/include.ts';
import { badParameter } from '../query/query-values.ts';
import { locateMessage } from '../resources/located-message.ts';
import { messageSelection } from '../resources/message-selection.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { incompleteMeta } from './incomplete-meta.ts';
import { canShow } from './list-request.ts';
import { presentFoundMessages } from './present-found.ts';
import { getThreadOperation } from './thread-operation.ts';

export function getThread(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: THREAD_PATH,
    operation: getThreadOperation,
    login: 'account',
    primaryType: 'MessageItem',
    isMessageList: true,
    parameters: ['include', 'images', 'attributes'],
    async handler(exchange) {
      const include = parseInclude(exchange.parameters, 'MessageItem');
      const selection = messageSelection(exchange.fields);
      const { message } = await locateMessage(exchange, services);
      const { messages: found, unsearched } = await services.messageItems.thread(
        { ...message, selection },
        exchange.signal,
      );
      if (!canShow({ include, fields: exchange.fields }, found.length)) throw tooMuch(include);
      const meta = { page: { total: found.length }, ...incompleteMeta(exchange.request, unsearched) };
      const document = await presentFoundMessages(services, { exchange, include, found });
      return { kind: 'document', document: { ...document, meta } };
    },
  });
}

function tooMuch(include: Inclusion): Error {
  const parameter = include === null ? 'fields[MessageItem]' : 'include';
  return badParameter(parameter, 'brings too much for this conversation');
}
