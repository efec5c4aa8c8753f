/** What became of a message that was sent. */
import type { MailboxName } from '../domain/mailbox-name.ts';
import type { MessageIdentity } from '../domain/message-identity.ts';
import type { Submission } from './ports/mail-transport.ts';

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
  /** Where the message is now; null when that is unknown, or the client moves it. */
  readonly filed: (MessageIdentity & { readonly mailbox: MailboxName }) | null;
  readonly warnings: readonly SendingWarning[];
}
