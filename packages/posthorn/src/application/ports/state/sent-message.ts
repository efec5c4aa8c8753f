import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import type { Submission } from '../mail/mail-transport.ts';

/** Failures after a successful submission. */
export type SendingWarning =
  /** Only this process remembers the sending. */
  | 'not-marked'
  | 'not-answered'
  /** Still in the draft's mailbox. */
  | 'not-filed'
  /** The provider's own copy. */
  | 'copy-not-found';

/** The result of sending a draft. */
export interface SentMessage {
  /** Null: an earlier process has sent it. */
  readonly submission: Submission | null;
  /** Null: unknown, or moved by the client. Without the account: stored results must contain no password. */
  readonly filed: Omit<ExactMessageRef, 'account'> | null;
  readonly warnings: readonly SendingWarning[];
}
