import type { Attachment } from '../domain/messages/attachment.ts';
import type { MessageItem } from '../domain/messages/message-item.ts';
import type { ExactMessageRef } from '../domain/messages/message-ref.ts';
import { presentAttachmentsLink } from './attachments-relationship.ts';
import { presentersOf } from './attributes/attribute.ts';
import { messageItemAttributes } from './attributes/message-item-attributes.ts';
import { mailFolderResourceId, messageResourceId } from './identifiers/resource-ids.ts';
import type { FieldOf } from './identifiers/resource-types.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Resource } from './json-api-document.ts';
import { truncatedFields } from './message-selection.ts';
import { type Presentation, presentResource } from './present-resource.ts';

/** A message to present. */
export interface MessageItemView {
  readonly message: ExactMessageRef;
  readonly item: MessageItem;
  readonly attachments?: readonly Attachment[] | undefined;
}

type View = MessageItemView & { readonly urls: ResourceUrls };

const VALUES = {
  ...presentersOf(messageItemAttributes),
  MailFolder: ({ message, urls }) => ({
    links: { self: urls.folderRelationship(message), related: urls.mailFolder(message) },
    data: { type: 'MailFolder', id: mailFolderResourceId(message) },
  }),
  MessageBody: ({ message, urls }) => ({
    links: { related: urls.messageBody(message) },
    data: { type: 'MessageBody', id: messageResourceId(message) },
  }),
  Attachments: presentAttachmentsLink,
  thread: ({ message, urls }) => ({ links: { related: urls.thread(message) } }),
} satisfies Record<FieldOf<'MessageItem'>, (view: View) => unknown>;

/** A message; `meta` lists truncated fields. */
export function presentMessageItem(
  view: MessageItemView,
  { fields, urls, isMessageList = false }: Presentation,
): Resource {
  const truncated = [
    ...truncatedFields(view.item.truncated ?? [], fields),
    ...(view.item.headers?.isTruncated ? ['headers'] : []),
  ];
  return presentResource({
    type: 'MessageItem',
    id: messageResourceId(view.message),
    self: isMessageList ? undefined : urls.messageItem(view.message),
    mask: fields.MessageItem,
    values: VALUES,
    view: { ...view, urls },
    ...(truncated.length > 0 && { meta: { truncated } }),
  });
}
