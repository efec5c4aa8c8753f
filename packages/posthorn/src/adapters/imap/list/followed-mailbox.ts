import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MessageOrder } from '../../../domain/messages/message-query.ts';
import type { MailboxIndex } from '../session/mailbox-index.ts';

/** Uids in server order. */
export interface SortedUids {
  readonly order: MessageOrder;
  readonly uids: Uint32Array;
}

/** A mailbox with a current index. */
export interface FollowedMailbox {
  readonly counts: MailboxCounts;
  readonly index: MailboxIndex;
  /** All flag changes are reported. */
  readonly areFlagsCurrent: boolean;
  readonly sorted?: SortedUids | undefined;
  /** The session has all counted messages. */
  readonly areCountsSettled: boolean;
}
