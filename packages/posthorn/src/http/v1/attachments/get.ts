/** `GET …/Attachments/{part}`: one file of a message, without its content. */
import type { ApiRoute } from '../../route/api-route.ts';
import { ATTACHMENT_PATH } from '../identifiers/paths.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { stateOfContent } from '../json-api/message-state.ts';
import { parseInclude } from '../query/include.ts';
import { locateMessage } from '../resources/located-message.ts';
import { presentAttachment } from '../resources/present-attachment.ts';
import { type RelatedServices, readRelated } from '../resources/related-resources.ts';
import { getAttachmentOperation } from './get-operation.ts';
import { partOf } from './part-parameter.ts';

export function getAttachment(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: ATTACHMENT_PATH,
    operation: getAttachmentOperation,
    login: 'account',
    primaryType: 'Attachment',
    parameters: ['include', 'images'],
    async handler(exchange) {
      const part = partOf(exchange.request);
      const include = parseInclude(exchange.parameters, 'Attachment');
      const { message, counts } = await locateMessage(exchange, services);
      const attachment = await services.attachments.getPart({ ...message, part }, exchange.signal);
      const { included } = await readRelated(services, {
        exchange,
        include,
        messages: [message],
        counts: new Map([[message.mailbox, counts]]),
      });
      const data = presentAttachment({ message, attachment }, exchange);
      return {
        kind: 'document',
        document: { data, ...(included && { included }) },
        state: stateOfContent(message),
      };
    },
  });
}
