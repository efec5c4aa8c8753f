/** Addresses of v1's resources. */
import type { IdentifiedMessage, MailboxLocation } from '../../application/message-location.ts';
import type { MailAccountId } from '../../domain/mail-account.ts';
import {
  attachmentResourceId,
  encodeSegment,
  mailAccountResourceId,
  mailFolderResourceId,
  messageResourceId,
} from './resource-ids.ts';

/** Each resource is at the collection of its type and its id; lists of messages and folders are within what holds them. */
export interface ResourceUrls {
  mailAccount(id: MailAccountId): string;
  accountMessageItems(id: MailAccountId): string;
  mailFolders(id: MailAccountId): string;
  mailFolder(location: MailboxLocation): string;
  messageItems(location: MailboxLocation): string;
  messageItem(message: IdentifiedMessage): string;
  /** The relationship of the message to its folder, not the folder. */
  folderRelationship(message: IdentifiedMessage): string;
  messageBody(message: IdentifiedMessage): string;
  thread(message: IdentifiedMessage): string;
  attachments(message: IdentifiedMessage): string;
  attachment(message: IdentifiedMessage, part: string): string;
  attachmentContent(message: IdentifiedMessage, part: string): string;
}

/** The addresses below `base`, which has no slash at its end: `http://localhost:8025/rest-api-email/v1`. */
export function createResourceUrls(base: string): ResourceUrls {
  const withinAccount = (id: MailAccountId): string => `${base}/MailAccounts/${encodeSegment(id)}`;
  const mailFolders = (id: MailAccountId): string => `${withinAccount(id)}/MailFolders`;
  const messageItem = (message: IdentifiedMessage): string =>
    `${base}/MessageItems/${messageResourceId(message)}`;
  const attachment = (message: IdentifiedMessage, part: string): string =>
    `${base}/Attachments/${attachmentResourceId(message, part)}`;
  return {
    mailAccount: (id) => `${base}/MailAccounts/${mailAccountResourceId(id)}`,
    accountMessageItems: (id) => `${withinAccount(id)}/MessageItems`,
    mailFolders,
    mailFolder: (location) => `${base}/MailFolders/${mailFolderResourceId(location)}`,
    messageItems: ({ account, mailbox }) =>
      `${mailFolders(account.id)}/${encodeSegment(mailbox)}/MessageItems`,
    messageItem,
    folderRelationship: (message) => `${messageItem(message)}/relationships/MailFolder`,
    messageBody: (message) => `${base}/MessageBodies/${messageResourceId(message)}`,
    thread: (message) => `${messageItem(message)}/thread`,
    attachments: (message) => `${messageItem(message)}/Attachments`,
    attachment,
    attachmentContent: (message, part) => `${attachment(message, part)}/content`,
  };
}
