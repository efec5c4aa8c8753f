import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import type { Submission } from '../mail/mail-transport.ts';

/** After a successful submission. */
export type SendingWarning =
  /** Only this process remembers the sending. */
  | 'not-marked'
  /** The original, not \Answered. */
  | 'not-answered'
  /** Still in the draft's mailbox. */
  | 'not-filed'
  /** The provider's own copy. */
  | 'copy-not-found';

/** The result of sending a draft. */
export interface SentMessage {
  /** Null when an earlier process has sent it. */
  readonly submission: Submission | null;
  /**
   * Null when unknown, or the client moves it. Without account: stored results must not contain a password.
   */
  readonly filed: Omit<ExactMessageRef, 'account'> | null;
  readonly warnings: readonly SendingWarning[];
}
