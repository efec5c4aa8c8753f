/** A mailbox whose index a session keeps current. */
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MessageOrder } from '../../../domain/message-query.ts';
import type { MailboxIndex } from '../session/mailbox-index.ts';

/** Uids as a server has sorted them. */
export interface SortedUids {
  readonly order: MessageOrder;
  readonly uids: Uint32Array;
}

/** The current knowledge of a mailbox. */
export interface FollowedMailbox {
  readonly counts: MailboxCounts;
  /** Kept current while the session is used. */
  readonly index: MailboxIndex;
  /** True when the server reports every change of flags by itself, so that those of the index are current. */
  readonly areFlagsCurrent: boolean;
  /** An order in which the server has sorted the mailbox as the session opened it, with all uids that it has sorted. */
  readonly sorted?: SortedUids | undefined;
  /** True when the session that kept the index was told of all that the counts count. */
  readonly areCountsSettled: boolean;
}
