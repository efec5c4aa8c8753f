/** An IMAP mailbox as LIST and STATUS describe it (RFC 9051 §7.3.1, §7.3.4). */
import type { MailboxName } from './mailbox-name.ts';

/** Special uses of mailboxes (RFC 6154), without the backslash, in lower case. */
export type SpecialUse = 'all' | 'archive' | 'drafts' | 'flagged' | 'important' | 'junk' | 'sent' | 'trash';

/** The counts of a mailbox at one moment (STATUS, RFC 9051 §6.3.11). */
export interface MailboxCounts {
  readonly total: number;
  readonly unread: number;
  readonly uidNext: number;
  readonly uidValidity: number;
  /** The mod-sequence of the latest change (RFC 7162 §3.1.2), null where the server keeps none. */
  readonly highestModSeq: string | null;
}

/** A mailbox of an account. */
export interface Mailbox {
  readonly name: MailboxName;
  /** The hierarchy delimiter, null in a flat namespace. */
  readonly delimiter: string | null;
  /** False for \Noselect and \NonExistent mailboxes: they only carry children. */
  readonly isSelectable: boolean;
  readonly specialUse?: SpecialUse;
  /** Absent for mailboxes that cannot be selected. */
  readonly counts?: MailboxCounts;
}
