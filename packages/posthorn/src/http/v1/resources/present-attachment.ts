/** An Attachment as v1 shows it. */

import type { Attachment } from '../../../domain/attachment.ts';
import { attachmentName } from '../../../domain/attachment-name.ts';
import { attachmentSize } from '../../../domain/attachment-size.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { attachmentResourceId, messageResourceId } from '../identifiers/resource-ids.ts';
import type { FieldOf } from '../identifiers/resource-types.ts';
import type { ResourceUrls } from '../identifiers/resource-urls.ts';
import type { Resource } from '../json-api/json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';

interface View {
  readonly message: ExactMessageRef;
  readonly attachment: Attachment;
  readonly urls: ResourceUrls;
}

const VALUES = {
  name: ({ attachment }) => attachmentName(attachment),
  contentType: ({ attachment }) => attachment.mediaType,
  size: ({ attachment }) => attachmentSize(attachment).octets,
  inline: ({ attachment }) => attachment.isInline,
  downloadUrl: ({ message, attachment, urls }) => urls.attachmentContent(message, attachment.part),
  contentId: ({ attachment }) => attachment.contentId,
  MessageItem: ({ message, urls }) => ({
    links: { related: urls.messageItem(message) },
    data: { type: 'MessageItem', id: messageResourceId(message) },
  }),
} satisfies Record<FieldOf<'Attachment'>, (view: View) => unknown>;

/** The attachment of the message with the selected fields; `meta` says where the size is an estimate. */
export function presentAttachment(
  { message, attachment }: Pick<View, 'message' | 'attachment'>,
  { fields, urls, isMessageList = false }: Presentation,
): Resource {
  const isEstimate = fields.Attachment.has('size') && attachmentSize(attachment).isEstimate;
  return presentResource({
    type: 'Attachment',
    id: attachmentResourceId(message, attachment.part),
    self: isMessageList ? undefined : urls.attachment(message, attachment.part),
    mask: fields.Attachment,
    values: VALUES,
    view: { message, attachment, urls },
    ...(isEstimate && { meta: { sizeIsEstimate: true } }),
  });
}
