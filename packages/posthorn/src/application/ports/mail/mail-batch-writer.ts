/** Port: changes many messages of one mailbox at once. The default adapter speaks IMAP. */
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import type { MessageIdentity } from '../../../domain/message-identity.ts';
import type { Uid } from '../../../domain/uid.ts';
import type { FlagChange } from './mail-writer.ts';

/** Messages of one mailbox. */
export interface MessageBatch extends MailboxRef {
  readonly uids: readonly Uid[];
  /** The uids are valid only for this uidValidity of the mailbox; undefined skips the check. */
  readonly uidValidity?: number | undefined;
}

/**
 * A few commands for any number of messages. Missing uids are left out of the results. What is done when a failure
 * occurs stays done. All methods throw what `MailWriter` throws, but for `message-unknown`.
 */
export interface MailBatchWriter {
  /** Returns the messages that existed. */
  changeFlags(
    request: MessageBatch & { readonly change: FlagChange },
    signal: AbortSignal,
  ): Promise<ReadonlySet<Uid>>;

  /** Returns the identities of the messages in the target; null where the server did not report them. */
  moveMessages(
    request: MessageBatch & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Uid, MessageIdentity | null>>;

  /** Deletes permanently, as `MailWriter.deleteMessage` does; returns the messages that existed. */
  deleteMessages(batch: MessageBatch, signal: AbortSignal): Promise<ReadonlySet<Uid>>;
}
