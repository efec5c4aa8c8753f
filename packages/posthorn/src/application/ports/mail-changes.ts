/** Port: what has changed in a mailbox since a client looked. The default adapter speaks IMAP. */
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MailboxPosition } from '../../domain/mailbox-position.ts';
import type { MessageItem } from '../../domain/message-item.ts';
import type { UidRanges } from '../../domain/uid-ranges.ts';
import type { MessageSelection } from './mail-store.ts';

/** What is asked of a mailbox. */
export interface MailboxChangesRequest {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
  /** What the client has seen; null for one that begins now, which is told its position and no changes. */
  readonly since: MailboxPosition | null;
  /** The most messages that are told at once. */
  readonly limit: number;
  /** What of each message is read; null for the uids alone. */
  readonly selection: MessageSelection | null;
  /** What the mailbox is known to have come to: an older view of it is not used. */
  readonly atLeast?: ViewMinimum;
}

/** A state of a mailbox that somebody else has seen. */
export interface ViewMinimum {
  readonly uidNext: number;
  readonly highestModSeq: bigint | null;
}

/**
 * What is new, from the greatest uid to the smallest. Who applies all pages in their order has what the server has: each message may
 * be told more than once, and none is left out but for what `unseenBelow` says.
 */
export interface MailboxChanges {
  /** Where the client is after this. */
  readonly position: MailboxPosition;
  /** Messages that came since, and are there. */
  readonly created: readonly MessageItem[];
  /** Messages whose flags have changed, or may have. */
  readonly updated: readonly MessageItem[];
  /** Messages that are gone; there may be uids among them that the client has never seen. */
  readonly removed: UidRanges;
  /** Where those that are gone cannot be named, all that are there: what is not among them is gone. */
  readonly present: UidRanges | null;
  /** Flags of messages with smaller uids were not looked at; null when all were. */
  readonly unseenBelow: number | null;
  /** True when there are further pages. */
  readonly isMore: boolean;
}

/** Reads changes. It keeps nothing between two questions. */
export interface MailChanges {
  /**
   * One page of changes. Throws what the methods of `MailStore` throw; `message-gone` when the mailbox was made anew, so that its uids
   * name other messages; `invalid-parameter` about `since` for a position that the mailbox has not come to.
   */
  readMailbox(request: MailboxChangesRequest, signal: AbortSignal): Promise<MailboxChanges>;
}
