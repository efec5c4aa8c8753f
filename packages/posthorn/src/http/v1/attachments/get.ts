import { presentAttachment } from '../../../resources/present-attachment.ts';
import { type RelatedServices, readRelated } from '../../../resources/related-resources.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { locateMessage } from '../json-api/located-message.ts';
import { stateOfContent } from '../json-api/message-state.ts';
import { ATTACHMENT_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { getAttachmentOperation } from './get-operation.ts';
import { partOf } from './part-parameter.ts';

/** `GET …/Attachments/{part}` */
export function getAttachment(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: ATTACHMENT_PATH,
    operation: getAttachmentOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'Attachment',
    query: showing('Attachment'),
    async handler(exchange, include) {
      const part = partOf(exchange.request);
      const { message, counts } = await locateMessage(exchange, services);
      const attachment = await services.attachments.getPart({ ...message, part }, exchange.signal);
      const { included } = await readRelated(services, {
        reading: exchange,
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
