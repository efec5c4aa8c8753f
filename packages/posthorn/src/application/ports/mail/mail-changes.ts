import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MailboxPosition } from '../../../domain/mailboxes/mailbox-position.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import type { UidRanges } from '../../../domain/values/uid-ranges.ts';
import type { MessageSelection } from './mail-store.ts';

/** A request for mailbox changes. */
export interface MailboxChangesRequest {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
  /** Null: a new client, which receives a position only. */
  readonly since: MailboxPosition | null;
  /** Per page. */
  readonly limit: number;
  /** Null: uids only. */
  readonly selection: MessageSelection | null;
  /** Excludes older views. */
  readonly atLeast?: ViewMinimum;
}

/** A mailbox state seen by a client. */
export interface ViewMinimum {
  readonly uidNext: number;
  readonly highestModSeq: bigint | null;
}

/**
 * A page of changes, by descending uids. All pages together yield the server's state, except below `unseenBelow`;
 * messages may repeat.
 */
export interface MailboxChanges {
  /** After this page. */
  readonly position: MailboxPosition;
  readonly created: readonly MessageItem[];
  /** Flags may have changed. */
  readonly updated: readonly MessageItem[];
  /** May include unseen uids. */
  readonly removed: UidRanges;
  /** All existing messages, if `removed` is unknown. */
  readonly present: UidRanges | null;
  /** Flags of smaller uids were not compared. */
  readonly unseenBelow: number | null;
  readonly isMore: boolean;
}

/** A mailbox's messages at one moment. */
export interface MailboxInventory {
  readonly counts: MailboxCounts;
  /** `counts.total` of them, all below `counts.uidNext`. */
  readonly uids: UidRanges;
}

/** Reads changes. Stateless. */
export interface MailChanges {
  /**
   * Throws like `MailStore`, `message-gone` for a re-created mailbox, `invalid-parameter` (`since`) for a position
   * ahead of it.
   */
  readMailbox(request: MailboxChangesRequest, signal: AbortSignal): Promise<MailboxChanges>;

  /**
   * Throws like `MailStore`, `mailbox-too-large` for too many gaps between uids, `server-unavailable` if counts and
   * uids keep disagreeing.
   */
  readInventory(
    request: Pick<MailboxChangesRequest, 'account' | 'mailbox'>,
    signal: AbortSignal,
  ): Promise<MailboxInventory>;
}
