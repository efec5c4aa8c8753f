import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';

/** Changes mailboxes (RFC 9051 §6.3.4 to §6.3.8). Throws like MailStore, and `access-denied` for a refused change. */
export interface MailboxWriter {
  /** Creates and subscribes. Throws `conflict` for an existing one. */
  createMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void>;

  /** Renames with children and subscriptions. Throws `mailbox-unknown`, `conflict` for an existing new name. */
  renameMailbox(request: MailboxRef & { readonly newName: MailboxName }, signal: AbortSignal): Promise<void>;

  /** Deletes with messages. Throws `mailbox-unknown`, `conflict` for one with children. */
  deleteMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void>;

  /** Throws `mailbox-unknown`. */
  setSubscribed(request: MailboxRef & { readonly isSubscribed: boolean }, signal: AbortSignal): Promise<void>;
}
