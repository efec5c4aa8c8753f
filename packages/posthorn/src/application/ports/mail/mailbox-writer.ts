import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';

/** Changes mailboxes. Throws like MailStore, and `access-denied` for a refused change. */
export interface MailboxWriter {
  /** Creates and subscribes (RFC 9051 §6.3.4, §6.3.7). Throws `conflict` for an existing one. */
  createMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void>;

  /**
   * Renames with children and subscriptions (RFC 9051 §6.3.6). Throws `mailbox-unknown`, `conflict` for an existing
   * new name.
   */
  renameMailbox(request: MailboxRef & { readonly newName: MailboxName }, signal: AbortSignal): Promise<void>;

  /** Deletes with messages (RFC 9051 §6.3.5). Throws `mailbox-unknown`, `conflict` for one with children. */
  deleteMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void>;

  /** RFC 9051 §6.3.7, §6.3.8. Throws `mailbox-unknown`. */
  setSubscribed(request: MailboxRef & { readonly isSubscribed: boolean }, signal: AbortSignal): Promise<void>;
}
