import type { Attachment } from '../domain/messages/attachment.ts';
import { attachmentSize } from '../domain/messages/attachment-size.ts';
import type { ExactMessageRef } from '../domain/messages/message-ref.ts';
import { attachmentAttributes } from './attributes/attachment-attributes.ts';
import { presentersOf } from './attributes/attribute.ts';
import { attachmentResourceId, messageResourceId } from './identifiers/resource-ids.ts';
import type { FieldOf } from './identifiers/resource-types.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Resource } from './json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';

interface View {
  readonly message: ExactMessageRef;
  readonly attachment: Attachment;
  readonly urls: ResourceUrls;
}

const VALUES = {
  ...presentersOf(attachmentAttributes),
  MessageItem: ({ message, urls }) => ({
    links: { related: urls.messageItem(message) },
    data: { type: 'MessageItem', id: messageResourceId(message) },
  }),
} satisfies Record<FieldOf<'Attachment'>, (view: View) => unknown>;

/** An attachment; `meta` marks an estimated size. */
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
