/** Unrequested fields get meaningless defaults. */
import type {
  ConversationMessage,
  FileName,
  Folder,
  FolderType,
  MailAddress,
  MessageFile,
  MessageRow,
  MessageText,
} from '../mail/message.ts';
import type { ApiDocument, Resource } from './client.ts';

/** Converts a folder. */
export function toFolder({ id, attributes = {} }: Resource): Folder {
  return {
    id,
    name: text(attributes.name),
    path: text(attributes.path),
    type: text(attributes.folderType) as FolderType,
    unread: attributes.unreadMessages as number | null,
    total: attributes.totalMessages as number | null,
  };
}

/** Converts a list, including file names. */
export function toRows(data: readonly Resource[], { included = [] }: ApiDocument): readonly MessageRow[] {
  const files = new Map(included.map((file) => [file.id, file]));
  return data.map((resource) => ({ ...toRow(resource), files: fileNamesOf(resource, files) }));
}

function fileNamesOf({ relationships }: Resource, files: ReadonlyMap<string, Resource>): readonly FileName[] {
  const linkage = relationships?.Attachments?.data;
  const ids = Array.isArray(linkage) ? (linkage as readonly { readonly id: string }[]) : [];
  return ids.flatMap(({ id }) => {
    const { attributes } = files.get(id) ?? {};
    return attributes ? [{ name: text(attributes.name), inline: attributes.inline === true }] : [];
  });
}

function toRow({ id, attributes = {} }: Resource): MessageRow {
  const inReplyTo = attributes.inReplyTo as readonly string[] | undefined;
  return {
    id,
    from: (attributes.from as MailAddress | null | undefined) ?? null,
    to: addresses(attributes.to),
    subject: text(attributes.subject),
    date: (attributes.date as string | null | undefined) ?? null,
    seen: attributes.seen === true,
    flagged: attributes.flagged === true,
    answered: attributes.answered === true,
    draft: attributes.draft === true,
    preview: text(attributes.previewText),
    isReply: (inReplyTo ?? []).length > 0,
    files: [],
  };
}

/** Converts a conversation's message. */
export function toConversationMessage(resource: Resource): ConversationMessage {
  const { cc, bcc } = resource.attributes ?? {};
  return { ...toRow(resource), cc: addresses(cc), bcc: addresses(bcc) };
}

/** Converts a file. */
export function toFile({ id, attributes = {} }: Resource): MessageFile {
  return {
    id,
    name: text(attributes.name),
    contentType: text(attributes.contentType),
    size: Number(attributes.size ?? 0),
    inline: attributes.inline === true,
    contentId: (attributes.contentId as string | null | undefined) ?? null,
  };
}

/** Converts a message's texts. */
export function toText({ attributes = {}, meta = {} }: Resource): MessageText {
  const blocked = meta.blockedRemoteContent as { readonly count: number } | undefined;
  return {
    plain: text(attributes.textPlain),
    html: text(attributes.textHtml),
    blockedCount: blocked?.count ?? 0,
    isTruncated: meta.truncated !== undefined,
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function addresses(value: unknown): readonly MailAddress[] {
  return Array.isArray(value) ? (value as readonly MailAddress[]) : [];
}
