/** Addresses of v1's resources. */

import type { MailAccountId } from '../../../domain/mail-account.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
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
  mailFolder(folder: MailboxRef): string;
  messageItems(folder: MailboxRef): string;
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
  const withinAccount = (id: MailAccountId): string => `${base}/MailAccounts/${encodeSegment(id)}`;
  const mailFolders = (id: MailAccountId): string => `${withinAccount(id)}/MailFolders`;
  const messageItem = (message: ExactMessageRef): string =>
    `${base}/MessageItems/${messageResourceId(message)}`;
  const attachment = (message: ExactMessageRef, part: string): string =>
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
  };
}
