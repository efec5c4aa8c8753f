/** Port: creates, renames and deletes mailboxes. The default adapter speaks IMAP. */
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';

/** All methods throw what MailStore throws, and `access-denied` where the server does not allow the change. */
export interface MailboxWriter {
  /** Creates the mailbox and subscribes to it (RFC 9051 §6.3.4, §6.3.7). Throws `conflict` when it exists. */
  createMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void>;

  /**
   * Renames the mailbox with all that is below it; subscriptions follow (RFC 9051 §6.3.6). Throws `mailbox-unknown`,
   * `conflict` when there is one of the new name.
   */
  renameMailbox(request: MailboxRef & { readonly newName: MailboxName }, signal: AbortSignal): Promise<void>;

  /**
   * Deletes the mailbox with its messages, for good (RFC 9051 §6.3.5). Throws `mailbox-unknown`, `conflict` when there are
   * mailboxes below it.
   */
  deleteMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void>;

  /** Subscribes to the mailbox, or ends the subscription (RFC 9051 §6.3.7, §6.3.8). Throws `mailbox-unknown`. */
  setSubscribed(request: MailboxRef & { readonly isSubscribed: boolean }, signal: AbortSignal): Promise<void>;
}
