import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { FlagChange } from './mail-writer.ts';

/** One mailbox's messages. */
export interface MessageBatch extends MailboxRef {
  readonly uids: readonly Uid[];
  /** Undefined: unchecked. */
  readonly uidValidity?: number | undefined;
}

/**
 * Changes many messages with few commands; skips missing uids. A failure leaves earlier changes. Throws like
 * `MailWriter`, except `message-unknown`.
 */
export interface MailBatchWriter {
  /** Existing messages. */
  changeFlags(
    request: MessageBatch & { readonly change: FlagChange },
    signal: AbortSignal,
  ): Promise<ReadonlySet<Uid>>;

  /** Target identities; null: unreported. */
  moveMessages(
    request: MessageBatch & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Uid, MessageIdentity | null>>;

  /** Like `MailWriter.deleteMessage`; returns existing messages. */
  deleteMessages(batch: MessageBatch, signal: AbortSignal): Promise<ReadonlySet<Uid>>;
}
