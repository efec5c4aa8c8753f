/** Addresses of v1's resources. */

import type { MailAccountId } from '../../domain/mail-account.ts';
import type { MailboxRef } from '../../domain/mailbox-ref.ts';
import type { ExactMessageRef } from '../../domain/message-ref.ts';
import { encodeSegment, messageSegment } from './resource-ids.ts';

export interface ResourceUrls {
  mailAccount(id: MailAccountId): string;
  accountMessageItems(id: MailAccountId): string;
  mailFolders(id: MailAccountId): string;
  mailFolder(location: MailboxRef): string;
  messageItems(location: MailboxRef): string;
  messageItem(message: ExactMessageRef): string;
  /** The relationship of the message to its folder, not the folder. */
  folderRelationship(message: ExactMessageRef): string;
  messageBody(message: ExactMessageRef): string;
  thread(message: ExactMessageRef): string;
  attachments(message: ExactMessageRef): string;
  attachment(message: ExactMessageRef, part: string): string;
  attachmentContent(message: ExactMessageRef, part: string): string;
}

/** The addresses below `base`, which has no slash at its end: `http://localhost:8025/rest-api-email/v1`. */
export function createResourceUrls(base: string): ResourceUrls {
  const mailAccount = (id: MailAccountId): string => `${base}/MailAccounts/${encodeSegment(id)}`;
  const mailFolders = (id: MailAccountId): string => `${mailAccount(id)}/MailFolders`;
  const mailFolder = ({ account, mailbox }: MailboxRef): string =>
    `${mailFolders(account.id)}/${encodeSegment(mailbox)}`;
  const messageItems = (location: MailboxRef): string => `${mailFolder(location)}/MessageItems`;
  const messageItem = (message: ExactMessageRef): string =>
    `${messageItems(message)}/${messageSegment(message)}`;
  const attachments = (message: ExactMessageRef): string => `${messageItem(message)}/Attachments`;
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
