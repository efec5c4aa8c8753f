/** Port: changes stored messages. The default adapter speaks IMAP. */
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageFlag } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import type { MessagePlace } from './mail-store.ts';

/** Flags to set (true) and to clear (false); flags that are not named stay. */
export type FlagChange = Readonly<Partial<Record<MessageFlag, boolean>>>;

/** A new version of a stored message. */
export interface NewVersion {
  /** The whole message, lines ending in CRLF. */
  readonly octets: Buffer;
  /** A header field of this version and of every other version of the same message, such as a private id. */
  readonly versionField: { readonly name: string; readonly value: string };
}

/** What replacing a message came to. */
export interface Replacement {
  /** The uid of the new version. */
  readonly uid: Uid;
  /** False when an older version is still there; the next replacement removes it. */
  readonly isOldRemoved: boolean;
}

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

  /** Appends a message and gives its uid. Throws `mailbox-unknown`, `quota-exceeded`. */
  appendMessage(
    account: MailAccount,
    mailbox: MailboxName,
    message: { readonly octets: Buffer; readonly flags: readonly MessageFlag[] },
    signal: AbortSignal,
  ): Promise<Uid>;

  /**
   * Stores the new version with the flags of the old one, makes sure that it is there, and only then removes the old one, and any
   * other version that an earlier failure has left behind.
   */
  replaceMessage(
    account: MailAccount,
    place: MessagePlace,
    version: NewVersion,
    signal: AbortSignal,
  ): Promise<Replacement>;
}
