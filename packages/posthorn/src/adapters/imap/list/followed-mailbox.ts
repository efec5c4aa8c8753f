/** A mailbox whose index a session keeps current. */
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MailboxIndex } from '../session/mailbox-index.ts';

/** The current knowledge of a mailbox. */
export interface FollowedMailbox {
  readonly counts: MailboxCounts;
  /** Kept current while the session is used. */
  readonly index: MailboxIndex;
  /** True when the server reports every change of flags by itself, so that those of the index are current. */
  readonly areFlagsCurrent: boolean;
  /** True when the session that kept the index was told of all that the counts count. */
  readonly areCountsSettled: boolean;
}
