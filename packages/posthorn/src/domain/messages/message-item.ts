import type { MailAddress } from '../values/mail-address.ts';
import type { Uid } from '../values/uid.ts';
import type { MessageHeaders } from './header-field.ts';
import type { ListUnsubscribe } from './list-unsubscribe.ts';

/** A time with the author's UTC offset (RFC 5322 §3.3). */
export interface ZonedDate {
  readonly epochMs: number;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
}

/** Null: absent. */
export interface MessageItemValues {
  readonly from: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  /** Decoded, on one line. */
  readonly subject: string;
  /** INTERNALDATE if the field is unusable. */
  readonly date: ZonedDate;
  readonly seen: boolean;
  readonly answered: boolean;
  readonly draft: boolean;
  readonly flagged: boolean;
  readonly recent: boolean;
  /** RFC 9051 §2.3.2. */
  readonly keywords: readonly string[];
  /** Without angle brackets, as all ids. */
  readonly messageId: string | null;
  readonly references: readonly string[];
  readonly inReplyTo: readonly string[];
  /** Plain text; white space folded. */
  readonly previewText: string;
  /** RFC822.SIZE. */
  readonly size: number;
  readonly hasAttachments: boolean;
  readonly internalDate: ZonedDate;
  readonly listUnsubscribe: ListUnsubscribe | null;
  /** Without private fields. */
  readonly headers: MessageHeaders;
}

export type MessageItemAttribute = keyof MessageItemValues;

/** Exactly the requested attributes. */
export type MessageItem = {
  readonly uid: Uid;
  /** Incomplete ones. */
  readonly truncated?: readonly MessageItemAttribute[];
} & Partial<MessageItemValues>;
