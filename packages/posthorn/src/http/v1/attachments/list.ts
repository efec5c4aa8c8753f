import { presentAttachment } from '../../../resources/present-attachment.ts';
import { type RelatedServices, readRelated } from '../../../resources/related-resources.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { locateMessage } from '../json-api/located-message.ts';
import { stateOfContent } from '../json-api/message-state.ts';
import { ATTACHMENTS_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { listAttachmentsOperation } from './list-operation.ts';

/** `GET …/MessageItems/{id}/Attachments` */
export function listAttachments(services: RelatedServices): ApiRoute {
  return readingRoute({
    path: ATTACHMENTS_PATH,
    operation: listAttachmentsOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'Attachment',
    query: showing('Attachment'),
    async handler(exchange, include) {
      const { message, counts } = await locateMessage(exchange, services);
      const attachments = await services.attachments.list({ ...message, isMeasured: true }, exchange.signal);
      const data = attachments.map((attachment) => presentAttachment({ message, attachment }, exchange));
      const { included } = await readRelated(services, {
        reading: exchange,
        include,
        // JSON:API 1.1 §document-compound-documents: an empty list has no linkage to the message.
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
