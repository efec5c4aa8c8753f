import { messageSegment } from '../../../resources/identifiers/resource-ids.ts';
import type { RelatedServices } from '../../../resources/related-resources.ts';
import { downloadLinksOf } from '../../request/login/download-links.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { locateMessage } from '../json-api/located-message.ts';
import { ATTACHMENT_LINK_PATH } from '../paths.ts';
import { NO_PARAMETERS } from '../query/query-reader.ts';
import { getAttachmentLinkOperation } from './link-operation.ts';
import { partOf } from './part-parameter.ts';

/** `GET …/Attachments/{part}/link`. Checks that the file exists: opening a dead link leaves the client's page. */
export function getAttachmentLink(services: Pick<RelatedServices, 'attachments' | 'mailFolders'>): ApiRoute {
  return readingRoute({
    path: ATTACHMENT_LINK_PATH,
    operation: getAttachmentLinkOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'Attachment',
    query: NO_PARAMETERS,
    async handler(exchange) {
      const { request, urls } = exchange;
      const part = partOf(request);
      const { message } = await locateMessage(exchange, services);
      await services.attachments.getPart({ ...message, part }, exchange.signal);
      const { query, endsAtMs } = downloadLinksOf(request).issue(request, {
        mailAccountId: message.account.id,
        mailFolderId: message.mailbox,
        messageItemId: messageSegment(message),
        attachmentId: part,
      });
      const downloadUrl = urls.attachmentContent(message, part) + query;
      const meta = { downloadUrl, expiresAt: new Date(endsAtMs).toISOString() };
      return { kind: 'document', document: { meta }, self: null };
    },
  });
}
