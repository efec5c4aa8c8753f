/** Port: what has changed in a mailbox since a client looked. The default adapter speaks IMAP. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxPosition } from '../../../domain/mailbox-position.ts';
import type { MessageItem } from '../../../domain/message-item.ts';
import type { UidRanges } from '../../../domain/uid-ranges.ts';
import type { MessageSelection } from './mail-store.ts';

/** A request for the changes of a mailbox. */
export interface MailboxChangesRequest {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
  /** What the client has seen; null for a client that begins now, which receives its position and no changes. */
  readonly since: MailboxPosition | null;
  /** The maximum number of messages in one page. */
  readonly limit: number;
  /** What of each message is read; null for the uids alone. */
  readonly selection: MessageSelection | null;
  /** What the mailbox is known to have come to: an older view of it is not used. */
  readonly atLeast?: ViewMinimum;
}

/** A state of a mailbox that a client has seen. */
export interface ViewMinimum {
  readonly uidNext: number;
  readonly highestModSeq: bigint | null;
}

/**
 * What is new, from the greatest uid to the smallest. A client that applies all pages in their order has the state of the server: each message may
 * be reported more than once, and none is left out except as `unseenBelow` states.
 */
export interface MailboxChanges {
  /** Where the client is after this. */
  readonly position: MailboxPosition;
  /** Messages that have arrived since, and exist. */
  readonly created: readonly MessageItem[];
  /** Messages whose flags have changed, or may have. */
  readonly updated: readonly MessageItem[];
  /** Messages that are gone; there may be uids among them that the client has never seen. */
  readonly removed: UidRanges;
  /** Where removed messages cannot be named: all that exist; a message that is not among them is gone. */
  readonly present: UidRanges | null;
  /** Flags of messages with smaller uids were not compared; null when all were. */
  readonly unseenBelow: number | null;
  /** True when there are further pages. */
  readonly isMore: boolean;
}

/** Reads changes. It keeps nothing between two questions. */
export interface MailChanges {
  /**
   * One page of changes. Throws what the methods of `MailStore` throw; `message-gone` when the mailbox was re-created, so that its uids
   * name other messages; `invalid-parameter` about `since` for a position that the mailbox has not come to.
   */
  readMailbox(request: MailboxChangesRequest, signal: AbortSignal): Promise<MailboxChanges>;
}
