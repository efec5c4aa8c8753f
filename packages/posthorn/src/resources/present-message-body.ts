import type { Attachment } from '../domain/messages/attachment.ts';
import type { BodyText, ReadableBody } from '../domain/messages/message-body.ts';
import type { ExactMessageRef } from '../domain/messages/message-ref.ts';
import { presentAttachmentsLink } from './attachments-relationship.ts';
import { presentersOf } from './attributes/attribute.ts';
import { messageBodyAttributes } from './attributes/message-body-attributes.ts';
import { mailFolderResourceId, messageResourceId } from './identifiers/resource-ids.ts';
import type { FieldOf, SelectedFields } from './identifiers/resource-types.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Resource } from './json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';

/** A message's body. */
export interface MessageBodyView {
  readonly message: ExactMessageRef;
  /** Null: no text was selected. */
  readonly body: ReadableBody | null;
  readonly attachments?: readonly Attachment[] | undefined;
}

type View = MessageBodyView & { readonly urls: ResourceUrls };

const VALUES = {
  ...presentersOf(messageBodyAttributes),
  MessageItem: ({ message, urls }) => ({
    links: { related: urls.messageItem(message) },
    data: { type: 'MessageItem', id: messageResourceId(message) },
  }),
  MailFolder: ({ message, urls }) => ({
    links: { related: urls.mailFolder(message) },
    data: { type: 'MailFolder', id: mailFolderResourceId(message) },
  }),
  Attachments: presentAttachmentsLink,
} satisfies Record<FieldOf<'MessageBody'>, (view: View) => unknown>;

/** The response's texts; without any, the body need not be read. */
export function shownTexts({ MessageBody: mask }: SelectedFields): ReadonlySet<BodyText> {
  return new Set((['textPlain', 'textHtml'] as const).filter((text) => mask.has(text)));
}

/** A body; `meta` lists truncated texts, derived text and blocked content. */
export function presentMessageBody(
  view: MessageBodyView,
  { fields, urls, isMessageList = false }: Presentation,
): Resource {
  const meta = view.body && metaOf(view.body, fields);
  return presentResource({
    type: 'MessageBody',
    id: messageResourceId(view.message),
    self: isMessageList ? undefined : urls.messageBody(view.message),
    mask: fields.MessageBody,
    values: VALUES,
    view: { ...view, urls },
    ...(meta && { meta }),
  });
}

function metaOf(
  { truncated, blocked, isPlainDerived }: ReadableBody,
  { MessageBody: mask }: SelectedFields,
): Readonly<Record<string, unknown>> | undefined {
  const meta = {
    ...(truncated.length > 0 && { truncated }),
    ...(isPlainDerived && mask.has('textPlain') && { derived: ['textPlain'] }),
    ...(blocked.count > 0 && mask.has('textHtml') && { blockedRemoteContent: blocked }),
  };
  return Object.keys(meta).length === 0 ? undefined : meta;
}
