import { defineType, type FieldMask, type FieldName } from 'relfield';
import { apiKeyAttributes } from '../attributes/api-key-attributes.ts';
import { attachmentAttributes } from '../attributes/attachment-attributes.ts';
import type { Schema } from '../attributes/attribute.ts';
import { schemasOf } from '../attributes/attribute.ts';
import { connectSessionAttributes } from '../attributes/connect-session-attributes.ts';
import { eventAttributes } from '../attributes/event-attributes.ts';
import { mailAccountAttributes } from '../attributes/mail-account-attributes.ts';
import { mailFolderAttributes } from '../attributes/mail-folder-attributes.ts';
import { messageBodyAttributes } from '../attributes/message-body-attributes.ts';
import { messageItemAttributes } from '../attributes/message-item-attributes.ts';
import { webhookAttributes } from '../attributes/webhook-attributes.ts';
import { webhookDeliveryAttributes } from '../attributes/webhook-delivery-attributes.ts';

const mailAccount = defineType('MailAccount', {
  attributes: mailAccountAttributes,
  relationships: { MailFolders: 'default', MessageItems: 'default' },
});

const mailFolder = defineType('MailFolder', {
  attributes: mailFolderAttributes,
  relationships: { MailAccount: 'default', parent: 'default', children: 'default', MessageItems: 'default' },
});

const messageItem = defineType('MessageItem', {
  attributes: messageItemAttributes,
  relationships: { MailFolder: 'default', MessageBody: 'default', Attachments: 'default', thread: 'default' },
});

const messageBody = defineType('MessageBody', {
  attributes: messageBodyAttributes,
  relationships: { MessageItem: 'default', MailFolder: 'default', Attachments: 'default' },
});

const attachment = defineType('Attachment', {
  attributes: attachmentAttributes,
  relationships: { MessageItem: 'default' },
});

const apiKey = defineType('ApiKey', {
  attributes: apiKeyAttributes,
  relationships: { MailAccounts: 'default' },
});

const connectSession = defineType('ConnectSession', {
  attributes: connectSessionAttributes,
  relationships: { MailAccount: 'default' },
});

const event = defineType('Event', {
  attributes: eventAttributes,
  relationships: { MailAccount: 'default', MailFolder: 'default', MessageItem: 'default' },
});

const webhook = defineType('Webhook', {
  attributes: webhookAttributes,
  relationships: { MailAccounts: 'default', deliveries: 'default' },
});

const webhookDelivery = defineType('WebhookDelivery', {
  attributes: webhookDeliveryAttributes,
  relationships: { Event: 'default', Webhook: 'default' },
});

export const RESOURCE_TYPES = [
  mailAccount,
  mailFolder,
  messageItem,
  messageBody,
  attachment,
  apiKey,
  connectSession,
  event,
  webhook,
  webhookDelivery,
] as const;

export type AnyResourceType = (typeof RESOURCE_TYPES)[number];

export type TypeName = AnyResourceType['name'];

export type FieldOf<Type extends TypeName> = FieldName<Extract<AnyResourceType, { readonly name: Type }>>;

export type AttributeOf<Type extends TypeName> = Extract<
  AnyResourceType,
  { readonly name: Type }
>['attributes'][number];

export type SelectedFields = { readonly [Type in TypeName]: FieldMask<FieldOf<Type>> };

export const attributeSchemas: Readonly<Record<TypeName, Readonly<Record<string, Schema>>>> = {
  MailAccount: schemasOf(mailAccountAttributes),
  MailFolder: schemasOf(mailFolderAttributes),
  MessageItem: schemasOf(messageItemAttributes),
  MessageBody: schemasOf(messageBodyAttributes),
  Attachment: schemasOf(attachmentAttributes),
  ApiKey: schemasOf(apiKeyAttributes),
  ConnectSession: schemasOf(connectSessionAttributes),
  Event: schemasOf(eventAttributes),
  Webhook: schemasOf(webhookAttributes),
  WebhookDelivery: schemasOf(webhookDeliveryAttributes),
};
