/** A MessageItem: the envelope view of one message, and the catalogue of its attributes. */
import type { MessageHeaders } from './header-field.ts';
import type { ListUnsubscribe } from './list-unsubscribe.ts';
import type { MailAddress } from './mail-address.ts';
import type { Uid } from './uid.ts';

/** A point in time with the offset in which its author wrote it (RFC 5322 §3.3). */
export interface ZonedDate {
  readonly epochMs: number;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
}

/** Every attribute with its value's shape. Null: the message has none. */
export interface MessageItemValues {
  readonly from: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  /** Decoded text on one line; empty when the field is missing. */
  readonly subject: string;
  /** The Date field; INTERNALDATE where it is missing or unreadable. */
  readonly date: ZonedDate;
  readonly seen: boolean;
  readonly answered: boolean;
  readonly draft: boolean;
  readonly flagged: boolean;
  readonly recent: boolean;
  /** Keywords, i.e. flags without a backslash (RFC 9051 §2.3.2). */
  readonly keywords: readonly string[];
  /** Message-ID without angle brackets, null when missing. */
  readonly messageId: string | null;
  /** Message-IDs of the References field, without angle brackets. */
  readonly references: readonly string[];
  readonly inReplyTo: readonly string[];
  /** Plain text of the message's beginning, white space folded. Text, not HTML. */
  readonly previewText: string;
  /** RFC822.SIZE in octets. */
  readonly size: number;
  readonly hasAttachments: boolean;
  readonly internalDate: ZonedDate;
  /** How to leave the mailing list that sent the message; null when it names no way. */
  readonly listUnsubscribe: ListUnsubscribe | null;
  /** All header fields but those that are private to mail programs. */
  readonly headers: MessageHeaders;
}

export type MessageItemAttribute = keyof MessageItemValues;

/** One message with the attributes that were asked for, and no others. */
export type MessageItem = {
  readonly uid: Uid;
  /** Those attributes of which the message has more than is returned; absent in nearly all mail. */
  readonly truncated?: readonly MessageItemAttribute[];
} & Partial<MessageItemValues>;
