/** A message that is being written. */
import type { HeaderField } from './header-field.ts';
import type { MailAddress } from './mail-address.ts';
import type { OctetSource } from './octet-source.ts';

/** Mail servers take at least as many (RFC 5321 §4.5.3.1.8); more is a mailing list's work. It bounds a field and a whole message. */
export const MAX_RECIPIENTS = 100;

/** The header fields that an author decides. In a change, undefined means "leave it", null means "remove it". */
export interface DraftHeader {
  readonly from?: MailAddress | null;
  readonly replyTo?: MailAddress | null;
  readonly to?: readonly MailAddress[] | null;
  readonly cc?: readonly MailAddress[] | null;
  readonly bcc?: readonly MailAddress[] | null;
  readonly subject?: string | null;
  /** Milliseconds since 1970. */
  readonly dateMs?: number;
  /** Message-IDs without angle brackets. */
  readonly references?: readonly string[] | null;
  readonly inReplyTo?: readonly string[] | null;
  /** Fields that `isWritableField` knows, in their order: all of them that the message has. */
  readonly otherFields?: readonly HeaderField[];
  /** The message that this one answers, for \Answered after sending. */
  readonly answerOf?: MessageReference | null;
}

/** A message by its location, as clients name it. */
export interface MessageReference {
  readonly mailAccountId: string;
  readonly mailFolderId: string;
  readonly id: string;
}

/** A file to attach. */
export interface DraftAttachment {
  readonly fileName: string;
  /** `type/subtype`. */
  readonly mediaType: string;
  readonly content: OctetSource;
  /** Without angle brackets: the file is shown in the HTML as `cid:`. */
  readonly contentId?: string;
}

/** What changes in a draft; absent members stay as they are. */
export interface DraftChange {
  readonly header?: DraftHeader;
  /** One text alone replaces both: the other one is made from it. */
  readonly textPlain?: string;
  readonly textHtml?: string;
  readonly addedAttachments?: readonly DraftAttachment[];
  /** MIME part specifiers of the draft as it is. */
  readonly removedParts?: readonly string[];
}
