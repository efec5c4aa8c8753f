/** `GET …/MessageItems/{id}/MessageBody`: the texts of a message. */

import type { ReadableBody } from '../../../domain/message-body.ts';
import { DEFAULT_PREVIEW } from '../../../domain/message-query.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { MESSAGE_BODY_PATH } from '../identifiers/paths.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { stateOfContent } from '../json-api/message-state.ts';
import { parseInclude } from '../query/include.ts';
import { locateMessage } from '../resources/located-message.ts';
import { presentMessageBody, shownTexts } from '../resources/present-message-body.ts';
import { type RelatedServices, readRelated } from '../resources/related-resources.ts';
import { getMessageBodyOperation } from './get-operation.ts';

export function getMessageBody(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: MESSAGE_BODY_PATH,
    operation: getMessageBodyOperation,
    login: 'account',
    primaryType: 'MessageBody',
    parameters: ['include', 'images'],
    async handler(exchange) {
      const include = parseInclude(exchange.parameters, 'MessageBody');
      const { message, counts } = await locateMessage(exchange, services);
      const body = await readBody(services, { exchange, message });
      const { included, attachmentsOf } = await readRelated(services, {
        exchange,
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

/** The texts when any is selected; else only a check that the message exists. */
async function readBody(
  { messageBodies, messageItems }: RelatedServices,
  {
    exchange: { fields, images, signal },
    message,
  }: { readonly exchange: Exchange; readonly message: ExactMessageRef },
): Promise<ReadableBody | null> {
  const texts = shownTexts(fields);
  if (texts.size > 0) return messageBodies.get({ ...message, images, texts }, signal);
  await messageItems.get(
    { ...message, selection: { attributes: new Set(), preview: DEFAULT_PREVIEW } },
    signal,
  );
  return null;
}
