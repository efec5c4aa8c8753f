import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { FlagChange } from './mail-writer.ts';

/** Messages of one mailbox. */
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
  /** Returns existing messages. */
  changeFlags(
    request: MessageBatch & { readonly change: FlagChange },
    signal: AbortSignal,
  ): Promise<ReadonlySet<Uid>>;

  /** Returns target identities; null: unreported. */
  moveMessages(
    request: MessageBatch & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Uid, MessageIdentity | null>>;

  /** Like `MailWriter.deleteMessage`; returns existing messages. */
  deleteMessages(batch: MessageBatch, signal: AbortSignal): Promise<ReadonlySet<Uid>>;
}
