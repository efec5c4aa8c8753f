/** Port: changes stored messages one at a time. The default adapter speaks IMAP. */
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import type { MessageIdentity } from '../../../domain/message-identity.ts';
import type { ZonedDate } from '../../../domain/message-item.ts';
import type { MessageFlag } from '../../../domain/message-query.ts';
import type { MessageRef } from '../../../domain/message-ref.ts';
import type { OctetSource } from '../../../domain/octet-source.ts';
import type { Uid } from '../../../domain/uid.ts';

/** Flags to set (true) and to clear (false); flags and keywords that are not named stay. */
export interface FlagChange extends Readonly<Partial<Record<MessageFlag, boolean>>> {
  readonly addedKeywords?: readonly string[];
  readonly removedKeywords?: readonly string[];
}

/** A message to be stored. */
export interface NewMessage {
  /** The whole message, lines ending in CRLF. */
  readonly octets: OctetSource;
  readonly flags: readonly MessageFlag[];
  readonly keywords?: readonly string[];
  /** Its Message-ID without angle brackets, by which it is found again; null when it has none. */
  readonly messageId: string | null;
  /** When it was received (INTERNALDATE); now when left out. */
  readonly internalDate?: ZonedDate;
  /** True where header fields have octets beyond ASCII, for which a server may refuse the message (RFC 9051 §6.3.12). */
  readonly hasEightBitFields?: boolean;
}

/** A header field, and a text in it. */
export interface HeaderText {
  readonly name: string;
  readonly value: string;
}

/** A new version of a stored message. */
export interface NewVersion {
  /** The whole message, lines ending in CRLF. */
  readonly octets: OctetSource;
  /** In this version, and in nothing that was stored before it. */
  readonly versionField: HeaderText;
  /** In every version that is to replace the same message, and in no other message but copies of these. */
  readonly rivalField: HeaderText;
  /** A message that the old version has replaced: it goes as well where a failure has left it. Null when none is known. */
  readonly earlierUid?: Uid | null;
  /** The differences from the flags of the old version. */
  readonly flags?: FlagChange;
}

/** The result of replacing a message: the identity of the new version. */
export interface Replacement extends MessageIdentity {
  /** False when the old version is still there; the next replacement removes it. */
  readonly isOldRemoved: boolean;
}

/**
 * Changes one message at a time and no other: messages that other clients marked \Deleted are never expunged.
 * A change is sent once; it is never repeated by itself. All methods throw what MailStore throws, `message-unknown`
 * when the mailbox has no such message, and `message-gone` when the reference names another uidValidity than the mailbox has now.
 */
export interface MailWriter {
  /** Sets and clears flags and keywords. Throws `capability-missing` for keywords where the mailbox keeps none. */
  changeFlags(request: MessageRef & { readonly change: FlagChange }, signal: AbortSignal): Promise<void>;

  /** Moves the message and returns its identity in the target. Throws `mailbox-unknown` when there is no such target. */
  moveMessage(
    request: MessageRef & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<MessageIdentity>;

  /** Copies the message with its flags. Throws like `moveMessage`. */
  copyMessage(
    request: MessageRef & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<MessageIdentity>;

  /**
   * Removes the message for good. On a server that cannot expunge one message alone (no UIDPLUS, RFC 4315) it is marked \Deleted,
   * which other clients act on.
   */
  deleteMessage(message: MessageRef, signal: AbortSignal): Promise<void>;

  /**
   * Appends a message. When the connection is lost before the answer, the message is looked for, so that one that was stored
   * is no failure. Throws `mailbox-unknown`, `quota-exceeded`, `message-too-large`, and `message-rejected` where the server refuses a message
   * with octets beyond ASCII in its header fields.
   */
  appendMessage(
    request: MailboxRef & { readonly message: NewMessage },
    signal: AbortSignal,
  ): Promise<MessageIdentity>;

  /**
   * Stores the new version with the flags of the old one, makes sure that it is stored, and only then removes the old one, and what
   * failures of earlier replacements have provably left behind. A copy, or any message that is not proved to be that, stays. Throws `outdated-version`, and stores nothing, when the old one was
   * removed while the new one was stored.
   */
  replaceMessage(
    request: MessageRef & { readonly version: NewVersion },
    signal: AbortSignal,
  ): Promise<Replacement>;
}
