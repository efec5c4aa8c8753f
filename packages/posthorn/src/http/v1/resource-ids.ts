/** Ids of v1's resources: their paths without the names of the collections. */

import type { MailAccountId } from '../../domain/mail-account.ts';
import type { MailboxRef } from '../../domain/mailbox-ref.ts';
import type { ExactMessageRef } from '../../domain/message-ref.ts';

/** `gmail`. */
export function mailAccountResourceId(id: MailAccountId): string {
  return encodeSegment(id);
}

/** `gmail/%5BGmail%5D%2FDrafts`. */
export function mailFolderResourceId({ account, mailbox }: MailboxRef): string {
  return `${encodeSegment(account.id)}/${encodeSegment(mailbox)}`;
}

/**
 * `gmail/INBOX/385759045.4356`: a uid is unique only in its mailbox, and only as long as the mailbox keeps its
 * uidValidity (RFC 9051 §2.3.1.1). The id of a MessageBody is that of its MessageItem.
 */
export function messageResourceId(message: ExactMessageRef): string {
  return `${mailFolderResourceId(message)}/${messageSegment(message)}`;
}

/** `gmail/INBOX/385759045.4356/2.1`. */
export function attachmentResourceId(message: ExactMessageRef, part: string): string {
  return `${messageResourceId(message)}/${part}`;
}

/** `385759045.4356`. */
export function messageSegment({ uidValidity, uid }: ExactMessageRef): string {
  return `${uidValidity}.${uid}`;
}

/** The text as one segment of a path. */
export function encodeSegment(text: string): string {
  // A mail server may spell half a character; it is shown as what it is, damaged.
  return encodeURIComponent(text.toWellFormed());
}
