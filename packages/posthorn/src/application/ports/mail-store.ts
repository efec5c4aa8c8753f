/** Port: where messages are kept. The default adapter speaks IMAP. */
import type { Readable } from 'node:stream';
import type { Attachment } from '../../domain/attachment.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import type { Mailbox } from '../../domain/mailbox.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageBody } from '../../domain/message-body.ts';
import type { MessageItem, MessageItemAttribute } from '../../domain/message-item.ts';
import type { MessageQuery, PreviewOptions } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';

/** A part of an ordered list of messages, with the counts of its whole mailbox. */
export interface MessagePage {
  readonly items: readonly MessageItem[];
  /** Messages in the mailbox, whatever the query's criterion. */
  readonly total: number;
  readonly unread: number;
  readonly uidValidity: number;
  /** True when a list without a window was cut at `maxRows`. */
  readonly isTruncated: boolean;
}

/** An attachment's decoded content. The caller consumes or destroys the stream. */
export interface AttachmentContent {
  readonly attachment: Attachment;
  readonly stream: Readable;
}

/**
 * Access to one account's mail. Reading changes nothing: no \Seen, no \Recent (RFC 9051 EXAMINE, PEEK).
 * All methods throw MailError: `authentication-failed`, `server-unreachable`, `server-unavailable`,
 * `server-timeout`, `too-many-connections`, `protocol-failure`, `tls-required`, `rate-limited`; those that take a
 * mailbox also `mailbox-unknown`, those that take a uid also `message-unknown`.
 */
export interface MailStore {
  /** Settles when the account's login is proved. A warm session proves it without a round trip. */
  verifyLogin(account: MailAccount, signal: AbortSignal): Promise<void>;

  /** All mailboxes in the server's order, each that can be selected with its counts. */
  listMailboxes(account: MailAccount, signal: AbortSignal): Promise<readonly Mailbox[]>;

  /** The messages that the query selects; each item has exactly the attributes asked for. */
  listMessages(
    account: MailAccount,
    mailbox: MailboxName,
    query: MessageQuery,
    signal: AbortSignal,
  ): Promise<MessagePage>;

  getMessage(
    account: MailAccount,
    mailbox: MailboxName,
    uid: Uid,
    selection: MessageSelection,
    signal: AbortSignal,
  ): Promise<MessageItem>;

  /** The body texts as received; the HTML is not sanitised. */
  getMessageBody(
    account: MailAccount,
    mailbox: MailboxName,
    uid: Uid,
    signal: AbortSignal,
  ): Promise<MessageBody>;

  /** All attachments in the order of their parts. */
  listAttachments(
    account: MailAccount,
    mailbox: MailboxName,
    uid: Uid,
    signal: AbortSignal,
  ): Promise<readonly Attachment[]>;

  /** One attachment with its content as a stream in constant memory. Throws `attachment-unknown`. */
  openAttachment(
    account: MailAccount,
    mailbox: MailboxName,
    uid: Uid,
    part: string,
    signal: AbortSignal,
  ): Promise<AttachmentContent>;

  /** Logs out of every session. */
  close(): Promise<void>;
}

/** Which attributes of one message, and how to cut its preview. */
export interface MessageSelection {
  readonly attributes: ReadonlySet<MessageItemAttribute>;
  readonly preview: PreviewOptions;
}
