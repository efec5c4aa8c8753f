import { messageSelection } from '../../../../resources/message-selection.ts';
import type { Inclusion, RelatedServices } from '../../../../resources/related-resources.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { readingRoute } from '../../json-api/json-api-route.ts';
import { locateMessage } from '../../json-api/located-message.ts';
import { THREAD_PATH } from '../../paths.ts';
import { badParameter } from '../../query/query-values.ts';
import { showing } from '../../query/shown-resources.ts';
import { incompleteMeta } from './incomplete-meta.ts';
import { canShow } from './list-request.ts';
import { presentFoundMessages } from './present-found.ts';
import { getThreadOperation } from './thread-operation.ts';

/** `GET …/MessageItems/{id}/thread`: a message's conversation, oldest first. */
export function getThread(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: THREAD_PATH,
    operation: getThreadOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'MessageItem',
    isMessageList: true,
    query: showing('MessageItem'),
    async handler(exchange, include) {
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
