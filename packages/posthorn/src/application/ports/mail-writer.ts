/** Port: changes stored messages. The default adapter speaks IMAP. */
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageFlag } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import type { MessagePlace } from './mail-store.ts';

/** Flags to set (true) and to clear (false); flags that are not named stay. */
export type FlagChange = Readonly<Partial<Record<MessageFlag, boolean>>>;

/**
 * Changes one message at a time and nothing beside it: messages that other clients marked \Deleted are never expunged.
 * A change is sent once; it is never repeated by itself. All methods throw what MailStore throws, and `message-unknown`
 * when the mailbox has no such message.
 */
export interface MailWriter {
  /** Sets and clears flags. */
  changeFlags(
    account: MailAccount,
    place: MessagePlace,
    change: FlagChange,
    signal: AbortSignal,
  ): Promise<void>;

  /** Moves the message and gives its new uid. Throws `mailbox-unknown` when there is no such target. */
  moveMessage(
    account: MailAccount,
    place: MessagePlace,
    target: MailboxName,
    signal: AbortSignal,
  ): Promise<Uid>;

  /**
   * Removes the message for good. On a server that cannot expunge one message alone (no UIDPLUS, RFC 4315) it is marked \Deleted,
   * which other clients act on.
   */
  deleteMessage(account: MailAccount, place: MessagePlace, signal: AbortSignal): Promise<void>;
}
