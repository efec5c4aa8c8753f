import type { ReadableBody } from '../../../domain/messages/message-body.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { presentMessageBody, shownTexts } from '../../../resources/present-message-body.ts';
import { type RelatedServices, readRelated } from '../../../resources/related-resources.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { locateMessage } from '../json-api/located-message.ts';
import { stateOfContent } from '../json-api/message-state.ts';
import { MESSAGE_BODY_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { getMessageBodyOperation } from './get-operation.ts';

/** `GET …/MessageItems/{id}/MessageBody`: a message's texts. */
export function getMessageBody(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: MESSAGE_BODY_PATH,
    operation: getMessageBodyOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'MessageBody',
    query: showing('MessageBody'),
    async handler(exchange, include) {
      const { message, counts } = await locateMessage(exchange, services);
      const body = await readBody(services, { exchange, message });
      const { included, attachmentsOf } = await readRelated(services, {
        reading: exchange,
        include,
        messages: [message],
        counts: new Map([[message.mailbox, counts]]),
      });
      const data = presentMessageBody({ message, body, attachments: attachmentsOf(message) }, exchange);
      return {
        kind: 'document',
        document: { data, ...(included && { included }) },
        state: stateOfContent(message),
      };
    },
  });
}

/** Without selected texts, checks only that the message exists. */
async function readBody(
  { messageBodies, messageItems }: RelatedServices,
  {
    exchange: { fields, images, signal },
    message,
  }: { readonly exchange: Exchange; readonly message: ExactMessageRef },
): Promise<ReadableBody | null> {
  const texts = shownTexts(fields);
  if (texts.size > 0) return messageBodies.get({ ...message, images, texts }, signal);
  await messageItems.get({ ...message, selection: { attributes: new Set() } }, signal);
  return null;
}
