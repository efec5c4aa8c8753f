import type { Readable } from 'node:stream';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import type { MailError } from '../../../domain/errors/mail-error.ts';
import type { Mailbox, MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { Attachment } from '../../../domain/messages/attachment.ts';
import type { BodyText, MessageBody } from '../../../domain/messages/message-body.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { MessageItem, MessageItemAttribute } from '../../../domain/messages/message-item.ts';
import type { MessageFlag, MessageQuery, PreviewOptions } from '../../../domain/messages/message-query.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';

/** A message page with mailbox counts. */
export interface MessagePage extends MailboxCounts {
  readonly items: readonly MessageItem[];
  readonly matching: number;
  /** Cut at `maxRows`. */
  readonly isTruncated: boolean;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** For a `MessageCursor`; null for an empty page. */
  readonly firstPosition: string | null;
  readonly lastPosition: string | null;
}

/** A message as stored. */
export interface StoredMessage extends MessageIdentity {
  readonly octets: Buffer;
  readonly flags: ReadonlySet<MessageFlag>;
  readonly keywords: readonly string[];
}

/** A conversation. */
export interface FoundThread {
  /** Unordered, with the requested one. */
  readonly messages: readonly MessageRef[];
  /** Unsearched due to a limit, at most 200. */
  readonly unsearched: readonly MailboxName[];
}

/** Decoded content. Consume or destroy the stream. */
export interface AttachmentContent {
  readonly attachment: Attachment;
  readonly stream: Readable;
}

/** Unchanged octets. Consume or destroy the stream. */
export interface MessageSource extends MessageIdentity {
  /** The stream fails if it cannot deliver all. */
  readonly octets: number;
  readonly stream: Readable;
}

/**
 * Access to mail. Never sets \Seen (RFC 9051, BODY.PEEK), but may clear \Recent. Throws MailError:
 * `authentication-failed`, `server-unreachable`, `server-unavailable`, `server-timeout`, `too-many-connections`,
 * `protocol-failure`, `tls-required`, `rate-limited`; with a mailbox also `mailbox-unknown`; with a message also
 * `message-unknown`, and `message-gone` for another uidValidity.
 */
export interface MailStore {
  /** Proves the login; a warm session needs no round trip. */
  verifyLogin(account: MailAccount, signal: AbortSignal): Promise<void>;

  /** True if exactly this login was accepted and not refused since: no sign-in limit applies. Default: false. */
  knowsLogin?(account: MailAccount): boolean;

  /** Of exactly this login, during local refusal. */
  refusalOf?(account: MailAccount): Promise<MailError | undefined>;

  /** Lets exactly this login be tried at the server again. */
  forgetRefusal?(account: MailAccount): Promise<void>;

  /** In server order; selectable ones with counts. */
  listMailboxes(account: MailAccount, signal: AbortSignal): Promise<readonly Mailbox[]>;

  /** Counts would need examining each mailbox. */
  listUncountedMailboxes(account: MailAccount, signal: AbortSignal): Promise<readonly Mailbox[]>;

  /** Asks without opening it. Throws `mailbox-unknown` unless messages can be put there. */
  requireMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void>;

  /** One round trip if unchanged. */
  countMessages(mailbox: MailboxRef, signal: AbortSignal): Promise<MailboxCounts>;

  /**
   * Items have exactly the requested attributes. Also throws `invalid-parameter` (`page`) for an invalid cursor,
   * `capability-missing` for an unsupported criterion.
   */
  listMessages(
    request: MailboxRef & { readonly query: MessageQuery },
    signal: AbortSignal,
  ): Promise<MessagePage>;

  getMessage(
    request: MessageRef & { readonly selection: MessageSelection },
    signal: AbortSignal,
  ): Promise<SelectedItem>;

  /** Unsanitised. Unselected texts may be missing. Without text/plain, selecting it returns HTML to derive it from. */
  getMessageBody(message: MessageRef & TextSelection, signal: AbortSignal): Promise<MessageBody>;

  /**
   * In part order. `mayBeGone`: known ones stay unchecked, because one is read next. `isMeasured`: with sizes that
   * the server can report.
   */
  listAttachments(
    message: MessageRef & { readonly mayBeGone?: boolean; readonly isMeasured?: boolean },
    signal: AbortSignal,
  ): Promise<readonly Attachment[]>;

  /** By part specifier, in constant memory. Throws `attachment-unknown`. */
  openAttachment(
    request: MessageRef & { readonly part: string },
    signal: AbortSignal,
  ): Promise<AttachmentContent>;

  /** In constant memory. */
  openMessage(message: MessageRef, signal: AbortSignal): Promise<MessageSource>;

  /** In memory, for changing or sending. Throws `message-too-large`. */
  readMessage(message: MessageRef, signal: AbortSignal): Promise<StoredMessage>;

  /** Across the account. */
  findThread(message: MessageRef, signal: AbortSignal): Promise<FoundThread>;

  /** RFC 9051 §6.3.7. */
  listSubscribed(account: MailAccount, signal: AbortSignal): Promise<ReadonlySet<MailboxName>>;

  close(): Promise<void>;
}

/** Both when absent. */
export interface TextSelection {
  readonly texts?: ReadonlySet<BodyText>;
}

/** One message's requested attributes. */
export interface MessageSelection {
  readonly attributes: ReadonlySet<MessageItemAttribute>;
  /** Default: `DEFAULT_PREVIEW`. */
  readonly preview?: PreviewOptions;
  /** Excludes the session's older views. */
  readonly isCurrent?: boolean;
  /** The caller has just changed the message: the server's later responses suffice. */
  readonly isOwnChange?: boolean;
  /** To be read next: they come along if that takes no further round trip. */
  readonly nextTexts?: ReadonlySet<BodyText>;
}

/** A message's item. */
export interface SelectedItem extends MessageItem {
  /** As `getMessageBody`, if `nextTexts` came along. */
  readonly body?: MessageBody;
}
