/** `GET …/Attachments/{part}/link`: an address of the file that a browser can go to. */
import { downloadLinksOf } from '../../request/login/download-links.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { ATTACHMENT_LINK_PATH } from '../identifiers/paths.ts';
import { messageSegment } from '../identifiers/resource-ids.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { locateMessage } from '../resources/located-message.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { getAttachmentLinkOperation } from './link-operation.ts';
import { partOf } from './part-parameter.ts';

/** Makes sure that the file exists: a browser that opens a dead link leaves the page. */
export function getAttachmentLink(services: Pick<RelatedServices, 'attachments' | 'mailFolders'>): ApiRoute {
  return readingRoute({
    path: ATTACHMENT_LINK_PATH,
    operation: getAttachmentLinkOperation,
    login: 'account',
    primaryType: 'Attachment',
    parameters: [],
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
