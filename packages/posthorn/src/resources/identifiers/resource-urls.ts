import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { EventId } from '../../domain/events/mail-event.ts';
import type { WebhookId } from '../../domain/events/webhook.ts';
import type { ApiKeyId } from '../../domain/rights/api-key.ts';
import {
  attachmentResourceId,
  encodeSegment,
  mailAccountResourceId,
  mailFolderResourceId,
  messageResourceId,
  type NamedFolder,
  type NamedMessage,
} from './resource-ids.ts';

/** Addresses of v1's resources. */
export interface ResourceUrls {
  mailAccount(id: MailAccountId): string;
  accountMessageItems(id: MailAccountId): string;
  mailFolders(id: MailAccountId): string;
  mailFolder(folder: NamedFolder): string;
  messageItems(folder: NamedFolder): string;
  messageItem(message: NamedMessage): string;
  folderRelationship(message: NamedMessage): string;
  messageBody(message: NamedMessage): string;
  thread(message: NamedMessage): string;
  attachments(message: NamedMessage): string;
  attachment(message: NamedMessage, part: string): string;
  attachmentContent(message: NamedMessage, part: string): string;
  apiKey(id: ApiKeyId): string;
  connectSession(id: string): string;
  event(id: EventId): string;
  webhook(id: WebhookId): string;
  webhookDeliveries(id: WebhookId): string;
}

/** Addresses below `base`, without its trailing slash. */
export function createResourceUrls(base: string): ResourceUrls {
  const withinAccount = (id: MailAccountId): string => `${base}/MailAccounts/${encodeSegment(id)}`;
  const mailFolders = (id: MailAccountId): string => `${withinAccount(id)}/MailFolders`;
  const messageItem = (message: NamedMessage): string => `${base}/MessageItems/${messageResourceId(message)}`;
  const attachment = (message: NamedMessage, part: string): string =>
    `${base}/Attachments/${attachmentResourceId(message, part)}`;
  return {
    mailAccount: (id) => `${base}/MailAccounts/${mailAccountResourceId(id)}`,
    accountMessageItems: (id) => `${withinAccount(id)}/MessageItems`,
    mailFolders,
    mailFolder: (folder) => `${base}/MailFolders/${mailFolderResourceId(folder)}`,
    messageItems: ({ account, mailbox }) =>
      `${mailFolders(account.id)}/${encodeSegment(mailbox)}/MessageItems`,
    messageItem,
    folderRelationship: (message) => `${messageItem(message)}/relationships/MailFolder`,
    messageBody: (message) => `${base}/MessageBodies/${messageResourceId(message)}`,
    thread: (message) => `${messageItem(message)}/thread`,
    attachments: (message) => `${messageItem(message)}/Attachments`,
    attachment,
    attachmentContent: (message, part) => `${attachment(message, part)}/content`,
    apiKey: (id) => `${base}/ApiKeys/${id}`,
    connectSession: (id) => `${base}/ConnectSessions/${encodeSegment(id)}`,
    event: (id) => `${base}/Events/${id}`,
    webhook: (id) => `${base}/Webhooks/${id}`,
    webhookDeliveries: (id) => `${base}/Webhooks/${id}/deliveries`,
  };
}
