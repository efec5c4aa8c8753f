import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { ZonedDate } from '../../../domain/messages/message-item.ts';
import type { MessageFlag } from '../../../domain/messages/message-query.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import type { OctetSource } from '../../../domain/values/octet-source.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { StoredMessage } from './mail-store.ts';

/** True sets, false clears; other flags stay. */
export interface FlagChange extends Readonly<Partial<Record<MessageFlag, boolean>>> {
  readonly addedKeywords?: readonly string[];
  readonly removedKeywords?: readonly string[];
}

/** A message to store. */
export interface NewMessage {
  /** With CRLF. */
  readonly octets: OctetSource;
  readonly flags: readonly MessageFlag[];
  readonly keywords?: readonly string[];
  /** Finds the message. */
  readonly messageId: string | null;
  /** Default: now. */
  readonly internalDate?: ZonedDate;
  /** Octets beyond ASCII, which servers may refuse (RFC 9051 §6.3.12). */
  readonly hasEightBitFields?: boolean;
}

/** A text in a header field. */
export interface HeaderText {
  readonly name: string;
  readonly value: string;
}

/** A stored message's new version. */
export interface NewVersion {
  /** With CRLF. */
  readonly octets: OctetSource;
  /** In no earlier message. */
  readonly versionField: HeaderText;
  /** In all versions replacing the same message; else only in copies. */
  readonly rivalField: HeaderText;
  /** Replaced by the old version; removed if a failure left it. */
  readonly earlierUid?: Uid | null;
  readonly flags?: FlagChange;
  /** The old version if just read. */
  readonly replaced?: Pick<StoredMessage, 'flags' | 'keywords'>;
}

/** The new version's identity. */
export interface Replacement extends MessageIdentity {
  /** False: left to the next replacement. */
  readonly isOldRemoved: boolean;
}

/**
 * Changes single messages. Never expunges other clients' \Deleted messages, never repeats a change. Throws like
 * MailStore.
 */
export interface MailWriter {
  /** Throws `capability-missing` if keywords cannot be stored. */
  changeFlags(request: MessageRef & { readonly change: FlagChange }, signal: AbortSignal): Promise<void>;

  /** The new identity. Throws `mailbox-unknown` for a missing target. */
  moveMessage(
    request: MessageRef & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<MessageIdentity>;

  /** Throws like `moveMessage`. */
  copyMessage(
    request: MessageRef & { readonly target: MailboxName },
    signal: AbortSignal,
  ): Promise<MessageIdentity>;

  /** Permanent. Without UIDPLUS (RFC 4315), marks the message \Deleted, which other clients act on. */
  deleteMessage(message: MessageRef, signal: AbortSignal): Promise<void>;

  /**
   * Searches for the message after a lost connection. Throws `mailbox-unknown`, `quota-exceeded`,
   * `message-too-large`, and `message-rejected` for refused octets beyond ASCII.
   */
  appendMessage(
    request: MailboxRef & { readonly message: NewMessage },
    signal: AbortSignal,
  ): Promise<MessageIdentity>;

  /**
   * Stores the new version with the old flags, verifies it, removes the old one and proved leftovers, never copies.
   * Throws `outdated-version`, storing nothing, if the old one is gone.
   */
  replaceMessage(
    request: MessageRef & { readonly version: NewVersion },
    signal: AbortSignal,
  ): Promise<Replacement>;
}
