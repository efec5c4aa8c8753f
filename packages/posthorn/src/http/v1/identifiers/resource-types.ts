/** The resource types of v1: their fields, and which of them are sent when a client names none. */
import { defineType, type FieldMask, type FieldName } from 'relfield';

/** Passwords are fields of nothing. */
const mailAccount = defineType('MailAccount', {
  attributes: {
    name: 'default',
    from: 'default',
    replyTo: 'default',
    inbox_type: 'default',
    inbox_address: 'default',
    inbox_port: 'default',
    inbox_ssl: 'default',
    outbox_address: 'default',
    outbox_port: 'default',
    outbox_secure: 'default',
    subscriptions: 'default',
    inbox_user: 'optional',
    outbox_user: 'optional',
  },
  relationships: { MailFolders: 'default', MessageItems: 'default' },
});

const mailFolder = defineType('MailFolder', {
  attributes: {
    name: 'default',
    path: 'default',
    folderType: 'default',
    unreadMessages: 'default',
    totalMessages: 'default',
    uidNext: 'optional',
    uidValidity: 'optional',
    // Costs another list of the mail server.
    subscribed: 'optional',
  },
  relationships: { MailAccount: 'default', parent: 'default', children: 'default', MessageItems: 'default' },
});

const messageItem = defineType('MessageItem', {
  attributes: {
    from: 'default',
    to: 'default',
    subject: 'default',
    date: 'default',
    seen: 'default',
    answered: 'default',
    draft: 'default',
    flagged: 'default',
    recent: 'default',
    references: 'default',
    messageId: 'default',
    size: 'default',
    hasAttachments: 'default',
    uid: 'default',
    cc: 'optional',
    bcc: 'optional',
    replyTo: 'optional',
    fromAddresses: 'optional',
    replyToAddresses: 'optional',
    // Costs a part of the body for each message.
    previewText: 'optional',
    inReplyTo: 'optional',
    keywords: 'optional',
    internalDate: 'optional',
    listUnsubscribe: 'optional',
    // Costs the whole header of each message.
    headers: 'optional',
  },
  relationships: { MailFolder: 'default', MessageBody: 'default', Attachments: 'default', thread: 'default' },
});

const messageBody = defineType('MessageBody', {
  attributes: { textPlain: 'default', textHtml: 'default' },
  relationships: { MessageItem: 'default', MailFolder: 'default', Attachments: 'default' },
});

const attachment = defineType('Attachment', {
  attributes: {
    name: 'default',
    contentType: 'default',
    size: 'default',
    inline: 'default',
    downloadUrl: 'default',
    contentId: 'optional',
  },
  relationships: { MessageItem: 'default' },
});

export const RESOURCE_TYPES = [mailAccount, mailFolder, messageItem, messageBody, attachment] as const;

/** Any of the types. */
export type AnyResourceType = (typeof RESOURCE_TYPES)[number];

export type TypeName = AnyResourceType['name'];

/** The names of a type's fields: attributes and relationships. */
export type FieldOf<Type extends TypeName> = FieldName<Extract<AnyResourceType, { readonly name: Type }>>;

/** The names of a type's attributes. */
export type AttributeOf<Type extends TypeName> = Extract<
  AnyResourceType,
  { readonly name: Type }
>['attributes'][number];

/** The fields of each type in one answer. */
export type SelectedFields = { readonly [Type in TypeName]: FieldMask<FieldOf<Type>> };
