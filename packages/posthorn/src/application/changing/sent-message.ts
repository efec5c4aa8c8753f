/** What became of a message that was sent. */
import type { ExactMessageRef } from '../../domain/message-ref.ts';
import type { Submission } from '../ports/mail/mail-transport.ts';

/** Failures after the message was sent. They are warnings, because the sending succeeded. */
export type SendingWarning =
  /** The draft could not be marked as sent: only this process knows. */
  | 'not-marked'
  /** The answered message could not be marked \Answered. */
  | 'not-answered'
  /** The message could not be moved to the sent folder; it is where the draft was. */
  | 'not-filed'
  /** The provider files what it sends, but its copy has not been seen yet. */
  | 'copy-not-found';

/** The result of sending a draft. */
export interface SentMessage {
  /** Who took it; null when an earlier process has sent it, which is all that is known. */
  readonly submission: Submission | null;
  /**
   * The message where it is now; null when that is unknown, or the client moves it. Without its account: results are kept in memory for
   * later requests, and a password does not belong there.
   */
  readonly filed: Omit<ExactMessageRef, 'account'> | null;
  readonly warnings: readonly SendingWarning[];
}
