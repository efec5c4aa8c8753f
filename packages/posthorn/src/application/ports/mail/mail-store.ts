/** Port: where messages are kept. The default adapter speaks IMAP. */
import type { Readable } from 'node:stream';
import type { Attachment } from '../../../domain/attachment.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailError } from '../../../domain/mail-error.ts';
import type { Mailbox, MailboxCounts } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import type { BodyText, MessageBody } from '../../../domain/message-body.ts';
import type { MessageIdentity } from '../../../domain/message-identity.ts';
import type { MessageItem, MessageItemAttribute } from '../../../domain/message-item.ts';
import type { MessageFlag, MessageQuery, PreviewOptions } from '../../../domain/message-query.ts';
import type { MessageRef } from '../../../domain/message-ref.ts';

/** A part of an ordered list of messages, with the counts of its whole mailbox, independent of the query's criterion. */
export interface MessagePage extends MailboxCounts {
  readonly items: readonly MessageItem[];
  /** Messages that match the query's criterion. */
  readonly matching: number;
  /** True when a list without a window was cut at `maxRows`. */
  readonly isTruncated: boolean;
  /** Whether the list has rows before and after those of this page. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** The positions of the first and the last row for a `MessageCursor`; null when the page is empty. */
  readonly firstPosition: string | null;
  readonly lastPosition: string | null;
}

/** A message as it is stored. */
export interface StoredMessage extends MessageIdentity {
  readonly octets: Buffer;
  readonly flags: ReadonlySet<MessageFlag>;
  readonly keywords: readonly string[];
}

/** A conversation. */
export interface FoundThread {
  /** In no order, the message that was asked for among them. */
  readonly messages: readonly MessageRef[];
  /** The mailboxes that may have more of it, because a bound has ended the search, 200 at most; of most conversations none. */
  readonly unsearched: readonly MailboxName[];
}

/** An attachment's decoded content. The caller consumes or destroys the stream. */
export interface AttachmentContent {
  readonly attachment: Attachment;
  readonly stream: Readable;
}

/** The octets of a message, unchanged. The caller consumes or destroys the stream. */
export interface MessageSource extends MessageIdentity {
  /** The number of octets of the stream, which fails if it cannot deliver them all. */
  readonly octets: number;
  readonly stream: Readable;
}

/**
 * Access to the mail of accounts. Reading never sets \Seen (RFC 9051, BODY.PEEK). It may take \Recent, which goes to the first session that
 * sees a message. All methods throw MailError: `authentication-failed`, `server-unreachable`, `server-unavailable`, `server-timeout`,
 * `too-many-connections`, `protocol-failure`, `tls-required`, `rate-limited`; those that take a reference to a mailbox also
 * `mailbox-unknown`; those that take one to a message also `message-unknown`, and `message-gone` when it names another uidValidity than
 * the mailbox has now.
 */
export interface MailStore {
  /** Settles when the account's login is proved. A warm session proves it without a round trip. */
  verifyLogin(account: MailAccount, signal: AbortSignal): Promise<void>;

  /** True when exactly this login was accepted before and not refused since; it is then not limited. Without it, none is known. */
  knowsLogin?(account: MailAccount): boolean;

  /** The refusal of exactly this login, while a repeat is refused without asking the mail server. Without it, each is asked for. */
  refusalOf?(account: MailAccount): MailError | undefined;

  /** All mailboxes in the server's order, each that can be selected with its counts. */
  listMailboxes(account: MailAccount, signal: AbortSignal): Promise<readonly Mailbox[]>;

  /** The same without the counts, for which a server looks into each mailbox. */
  listUncountedMailboxes(account: MailAccount, signal: AbortSignal): Promise<readonly Mailbox[]>;

  /** The counts of one mailbox as they are now: one round trip when nothing changed since the last question. */
  countMessages(mailbox: MailboxRef, signal: AbortSignal): Promise<MailboxCounts>;

  /**
   * The messages that the query selects; each item has exactly the attributes asked for. Throws also
   * `invalid-parameter` with the parameter `page` for a cursor that does not belong to the mailbox as it is now, `capability-missing` for a
   * criterion that the server cannot search for.
   */
  listMessages(
    request: MailboxRef & { readonly query: MessageQuery },
    signal: AbortSignal,
  ): Promise<MessagePage>;

  /** The selected attributes of one message. */
  getMessage(
    request: MessageRef & { readonly selection: MessageSelection },
    signal: AbortSignal,
  ): Promise<MessageItem>;

  /**
   * The body texts as received; the HTML is not sanitised. Of texts that are not selected, nothing need be fetched; those of a message
   * without text/plain are its HTML, from which plain text is made.
   */
  getMessageBody(message: MessageRef & TextSelection, signal: AbortSignal): Promise<MessageBody>;

  /** All attachments in the order of their parts. */
  listAttachments(message: MessageRef, signal: AbortSignal): Promise<readonly Attachment[]>;

  /** One attachment, by its part specifier, with its content as a stream in constant memory. Throws `attachment-unknown`. */
  openAttachment(
    request: MessageRef & { readonly part: string },
    signal: AbortSignal,
  ): Promise<AttachmentContent>;

  /** The whole message of any size, as a stream in constant memory. */
  openMessage(message: MessageRef, signal: AbortSignal): Promise<MessageSource>;

  /** The whole message, for changing or sending it. Throws `message-too-large` above the limit for messages in memory. */
  readMessage(message: MessageRef, signal: AbortSignal): Promise<StoredMessage>;

  /** The messages of the account that belong to the message's conversation. */
  findThread(message: MessageRef, signal: AbortSignal): Promise<FoundThread>;

  /** The names of the mailboxes that the user has subscribed to (RFC 9051 §6.3.7). */
  listSubscribed(account: MailAccount, signal: AbortSignal): Promise<ReadonlySet<MailboxName>>;

  /** Logs out of every session. */
  close(): Promise<void>;
}

/** Which texts of one message; both when left out. */
export interface TextSelection {
  readonly texts?: ReadonlySet<BodyText>;
}

/** Which attributes of one message, and how to cut its preview. */
export interface MessageSelection {
  readonly attributes: ReadonlySet<MessageItemAttribute>;
  readonly preview: PreviewOptions;
  /** True: the current state of the message, and not the one that a session knows. */
  readonly isCurrent?: boolean;
  /** True: the caller has just changed the message. What the mail server has told since then need not be asked again. */
  readonly isOwnChange?: boolean;
}
