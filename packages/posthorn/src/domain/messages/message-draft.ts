import type { MailAddress } from '../values/mail-address.ts';
import type { OctetSource } from '../values/octet-source.ts';
import type { HeaderField } from './header-field.ts';

/** Per field and message; servers accept 100 at least (RFC 5321 §4.5.3.1.8). */
export const MAX_RECIPIENTS = 100;

/** The author's. In a change, null removes a field. */
export interface DraftHeader {
  readonly from?: MailAddress | null;
  readonly replyTo?: MailAddress | null;
  readonly to?: readonly MailAddress[] | null;
  readonly cc?: readonly MailAddress[] | null;
  readonly bcc?: readonly MailAddress[] | null;
  readonly subject?: string | null;
  /** Epoch milliseconds. */
  readonly dateMs?: number;
  /** Without angle brackets. */
  readonly references?: readonly string[] | null;
  readonly inReplyTo?: readonly string[] | null;
  /** Allowed by `isWritableField`, in order. */
  readonly otherFields?: readonly HeaderField[];
  /** Marked \Answered after sending. */
  readonly answerOf?: MessageReference | null;
}

/** A client's reference to a message. */
export interface MessageReference {
  readonly mailAccountId: string;
  readonly mailFolderId: string;
  readonly id: string;
}

/** A file to attach. */
export interface DraftAttachment {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: OctetSource;
  /** Without angle brackets; makes it inline. */
  readonly contentId?: string;
}

/** Absent members stay. */
export interface DraftChange {
  readonly header?: DraftHeader;
  /** One text alone replaces both. */
  readonly textPlain?: string;
  readonly textHtml?: string;
  readonly addedAttachments?: readonly DraftAttachment[];
  /** Of the current draft. */
  readonly removedParts?: readonly string[];
}
