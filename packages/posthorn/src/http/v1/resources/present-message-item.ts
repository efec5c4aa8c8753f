/** A MessageItem as v1 shows it. */

import type { Attachment } from '../../../domain/attachment.ts';
import type { ListUnsubscribe } from '../../../domain/list-unsubscribe.ts';
import type { MessageItem } from '../../../domain/message-item.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { lastShownAddress, shownAddresses } from '../../answer/shown-address.ts';
import { mailFolderResourceId, messageResourceId } from '../identifiers/resource-ids.ts';
import type { FieldOf } from '../identifiers/resource-types.ts';
import type { ResourceUrls } from '../identifiers/resource-urls.ts';
import type { Resource } from '../json-api/json-api-document.ts';
import { presentAttachmentsLink } from './attachments-relationship.ts';
import { toIsoDate } from './iso-date.ts';
import { truncatedFields } from './message-selection.ts';
import { type Presentation, presentResource } from './present-resource.ts';

/** A message that is shown. */
export interface MessageItemView {
  readonly message: ExactMessageRef;
  readonly item: MessageItem;
  /** Its attachments when they are included. */
  readonly attachments?: readonly Attachment[] | undefined;
}

type View = MessageItemView & { readonly urls: ResourceUrls };

/** Message-IDs are plain, without angle brackets; texts are text, not HTML. Null: the message has none. */
const VALUES = {
  from: ({ item: { from = [] } }) => lastShownAddress(from) ?? null,
  to: ({ item: { to = [] } }) => shownAddresses(to),
  cc: ({ item: { cc = [] } }) => shownAddresses(cc),
  bcc: ({ item: { bcc = [] } }) => shownAddresses(bcc),
  replyTo: ({ item: { replyTo = [] } }) => lastShownAddress(replyTo) ?? null,
  fromAddresses: ({ item: { from = [] } }) => shownAddresses(from),
  replyToAddresses: ({ item: { replyTo = [] } }) => shownAddresses(replyTo),
  subject: ({ item }) => item.subject,
  date: ({ item: { date } }) => date && toIsoDate(date),
  internalDate: ({ item: { internalDate } }) => internalDate && toIsoDate(internalDate),
  seen: ({ item }) => item.seen,
  answered: ({ item }) => item.answered,
  draft: ({ item }) => item.draft,
  flagged: ({ item }) => item.flagged,
  recent: ({ item }) => item.recent,
  keywords: ({ item }) => item.keywords,
  messageId: ({ item }) => item.messageId,
  references: ({ item }) => item.references,
  inReplyTo: ({ item }) => item.inReplyTo,
  previewText: ({ item }) => item.previewText,
  size: ({ item }) => item.size,
  hasAttachments: ({ item }) => item.hasAttachments,
  listUnsubscribe: ({ item: { listUnsubscribe } }) =>
    listUnsubscribe && presentListUnsubscribe(listUnsubscribe),
  headers: ({ item }) => item.headers?.fields,
  uid: ({ item }) => item.uid,
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

function presentListUnsubscribe({ https, mailto, isOneClick }: ListUnsubscribe): object {
  return { https, mailto, oneClick: isOneClick };
}

/** The message with the selected fields; `meta` lists those that were truncated. */
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
