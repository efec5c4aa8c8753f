/** Ids of v1's resources: their paths without the names of the collections. */
import type { IdentifiedMessage, MailboxLocation } from '../../application/message-location.ts';
import type { MailAccountId } from '../../domain/mail-account.ts';

/** `gmail`. */
export function mailAccountResourceId(id: MailAccountId): string {
  return encodeSegment(id);
}

/** `gmail/%5BGmail%5D%2FDrafts`. */
export function mailFolderResourceId({ account, mailbox }: MailboxLocation): string {
  return `${encodeSegment(account.id)}/${encodeSegment(mailbox)}`;
}

/**
 * `gmail/INBOX/385759045.4356`: a uid is unique only in its mailbox, and only as long as the mailbox keeps its
 * uidValidity (RFC 9051 §2.3.1.1). The id of a MessageBody is that of its MessageItem.
 */
export function messageResourceId(message: IdentifiedMessage): string {
  return `${mailFolderResourceId(message)}/${messageSegment(message)}`;
}

/** `gmail/INBOX/385759045.4356/2.1`. */
export function attachmentResourceId(message: IdentifiedMessage, part: string): string {
  return `${messageResourceId(message)}/${part}`;
}

/** `385759045.4356`. */
export function messageSegment({ uidValidity, uid }: IdentifiedMessage): string {
  return `${uidValidity}.${uid}`;
}

/** The text as one segment of a path. */
export function encodeSegment(text: string): string {
  // A mail server may spell half a character; it is shown as what it is, damaged.
  return encodeURIComponent(text.toWellFormed());
}
