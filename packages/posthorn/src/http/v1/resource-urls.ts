/** Addresses of v1's resources. */
import type { IdentifiedMessage, MailboxLocation } from '../../application/message-location.ts';
import type { MailAccountId } from '../../domain/mail-account.ts';
import { encodeSegment, messageSegment } from './resource-ids.ts';

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
  const mailAccount = (id: MailAccountId): string => `${base}/MailAccounts/${encodeSegment(id)}`;
  const mailFolders = (id: MailAccountId): string => `${mailAccount(id)}/MailFolders`;
  const mailFolder = ({ account, mailbox }: MailboxLocation): string =>
    `${mailFolders(account.id)}/${encodeSegment(mailbox)}`;
  const messageItems = (location: MailboxLocation): string => `${mailFolder(location)}/MessageItems`;
  const messageItem = (message: IdentifiedMessage): string =>
    `${messageItems(message)}/${messageSegment(message)}`;
  const attachments = (message: IdentifiedMessage): string => `${messageItem(message)}/Attachments`;
  return {
    mailAccount,
    accountMessageItems: (id) => `${mailAccount(id)}/MessageItems`,
    mailFolders,
    mailFolder,
    messageItems,
    messageItem,
    folderRelationship: (message) => `${messageItem(message)}/relationships/MailFolder`,
    messageBody: (message) => `${messageItem(message)}/MessageBody`,
    thread: (message) => `${messageItem(message)}/thread`,
    attachments,
    attachment: (message, part) => `${attachments(message)}/${part}`,
    attachmentContent: (message, part) => `${attachments(message)}/${part}/content`,
  };
}
