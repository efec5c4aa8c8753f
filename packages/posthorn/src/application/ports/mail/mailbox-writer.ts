import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';

/** Throws like MailStore, and `access-denied` for a refused change. */
export interface MailboxWriter {
  /** Creates and subscribes (RFC 9051 §6.3.4, §6.3.7). Throws `conflict` when it exists. */
  createMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void>;

  /**
   * Includes children and subscriptions (RFC 9051 §6.3.6). Throws `mailbox-unknown`, `conflict` when the new
   * name exists.
   */
  renameMailbox(request: MailboxRef & { readonly newName: MailboxName }, signal: AbortSignal): Promise<void>;

  /** Includes messages (RFC 9051 §6.3.5). Throws `mailbox-unknown`, `conflict` when children exist. */
  deleteMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void>;

  /** RFC 9051 §6.3.7, §6.3.8. Throws `mailbox-unknown`. */
  setSubscribed(request: MailboxRef & { readonly isSubscribed: boolean }, signal: AbortSignal): Promise<void>;
}
