import type { MailboxName } from './mailbox-name.ts';

/** RFC 6154. */
export type SpecialUse = 'all' | 'archive' | 'drafts' | 'flagged' | 'important' | 'junk' | 'sent' | 'trash';

/** Counts from STATUS (RFC 9051 §6.3.11). */
export interface MailboxCounts {
  readonly total: number;
  readonly unread: number;
  readonly uidNext: number;
  readonly uidValidity: number;
  /** RFC 7162 §3.1.2; null where the server has none. */
  readonly highestModSeq: string | null;
}

/** A mailbox from LIST and STATUS (RFC 9051 §7.3.1, §7.3.3). */
export interface Mailbox {
  readonly name: MailboxName;
  /** Null in a flat namespace. */
  readonly delimiter: string | null;
  /** False: only has children. */
  readonly isSelectable: boolean;
  readonly specialUse?: SpecialUse;
  readonly counts?: MailboxCounts;
  /** RFC 8474 §4: survives renaming. Absent where the server has none. */
  readonly mailboxId?: string;
}
