/** `GET …/MessageItems/{id}/Attachments`: the files of a message, without their contents. */
import type { ApiRoute } from '../../route/api-route.ts';
import { ATTACHMENTS_PATH } from '../identifiers/paths.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { stateOfContent } from '../json-api/message-state.ts';
import { parseInclude } from '../query/include.ts';
import { locateMessage } from '../resources/located-message.ts';
import { presentAttachment } from '../resources/present-attachment.ts';
import { type RelatedServices, readRelated } from '../resources/related-resources.ts';
import { listAttachmentsOperation } from './list-operation.ts';

export function listAttachments(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: ATTACHMENTS_PATH,
    operation: listAttachmentsOperation,
    login: 'account',
    primaryType: 'Attachment',
    parameters: ['include', 'images'],
    async handler(exchange) {
      const include = parseInclude(exchange.parameters, 'Attachment');
      const { message, counts } = await locateMessage(exchange, services);
      const attachments = await services.attachments.list(message, exchange.signal);
      const data = attachments.map((attachment) => presentAttachment({ message, attachment }, exchange));
      const { included } = await readRelated(services, {
        exchange,
        include,
        // Nothing leads from an empty list to the message (full linkage, JSON:API 1.1 §document-compound-documents).
        messages: data.length === 0 ? [] : [message],
        counts: new Map([[message.mailbox, counts]]),
      });
      return {
        kind: 'document',
        document: { data, ...(included && { included }) },
        state: stateOfContent(message),
      };
    },
  });
}
