/** Ids of v1's resources: unreserved characters only (RFC 3986 §2.3), so that each is one segment of a path. */

import type { MailAccountId } from '../../../domain/mail-account.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';

/** Between the names and numbers of an id; in a name it is written `~2E`. */
export const ID_SEPARATOR = '.';

/** `gmail`. */
export function mailAccountResourceId(id: MailAccountId): string {
  return encodeName(id);
}

/** `gmail.~5BGmail~5D~2FDrafts`. */
export function mailFolderResourceId({ account, mailbox }: MailboxRef): string {
  return `${encodeName(account.id)}.${encodeName(mailbox)}`;
}

/**
 * `gmail.INBOX.385759045.4356`: a uid is unique only in its mailbox, and only as long as the mailbox keeps its
 * uidValidity (RFC 9051 §2.3.1.1). The id of a MessageBody is that of its MessageItem.
 */
export function messageResourceId(message: ExactMessageRef): string {
  return `${mailFolderResourceId(message)}.${messageSegment(message)}`;
}

/** `gmail.INBOX.385759045.4356.2.1`. */
export function attachmentResourceId(message: ExactMessageRef, part: string): string {
  return `${messageResourceId(message)}.${part}`;
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

const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;
/** What `encodeURIComponent` leaves as it is and an id cannot. */
const LEFT_OVER = /[.!~*'()]/g;

/** The name with `~` and two hexadecimal digits for each octet (UTF-8) of all characters but letters, digits, `-` and `_`. */
function encodeName(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  const encoded = encodeSegment(name).replace(
    LEFT_OVER,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.replaceAll('%', '~');
}

/** The name that `encodeName` writes so; undefined for any other text, so that each name has one spelling. */
export function decodeName(text: string): string | undefined {
  if (PLAIN_NAME.test(text)) return text;
  try {
    const name = decodeURIComponent(text.replaceAll('%', '%25').replaceAll('~', '%'));
    return encodeName(name) === text ? name : undefined;
  } catch {
    return undefined;
  }
}
