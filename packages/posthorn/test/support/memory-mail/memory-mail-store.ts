/** The MailStore over mail in memory. It keeps the contracts of mail stores. */

import { Readable } from 'node:stream';
import { readHtmlText } from '../../../src/adapters/html/read-html-text.ts';
import {
  formatPosition,
  parsePosition,
  unusablePosition,
} from '../../../src/adapters/imap/list/list-position.ts';
import { compareRows, readSortKeys, type SortedRow } from '../../../src/adapters/imap/list/sort-keys.ts';
import { inMailbox } from '../../../src/adapters/imap/search/matching-uids.ts';
import type {
  AttachmentContent,
  FoundThread,
  MailStore,
  MessagePage,
  MessageSelection,
  MessageSource,
  StoredMessage,
} from '../../../src/application/ports/mail/mail-store.ts';
import type { MailAccount } from '../../../src/domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../../src/domain/accounts/mailbox-ref.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { Mailbox, MailboxCounts } from '../../../src/domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { Attachment } from '../../../src/domain/messages/attachment.ts';
import type { MessageBody } from '../../../src/domain/messages/message-body.ts';
import type { MessageItem } from '../../../src/domain/messages/message-item.ts';
import type {
  MessageCursor,
  MessageQuery,
  MessageWindow,
} from '../../../src/domain/messages/message-query.ts';
import type { MessageRef } from '../../../src/domain/messages/message-ref.ts';
import { decodeTransferEncoding } from '../../../src/message/octets/transfer-encoding.ts';
import { listAttachments } from '../../../src/message/parts/attachments.ts';
import { toFetched, toItem } from './memory-item.ts';
import {
  describeFlags,
  type MemoryMail,
  type MemoryMailbox,
  type MemoryMessage,
  type ToldMessage,
} from './memory-mail.ts';
import { idsOf, isMatch } from './memory-search.ts';

/** Reads mail in memory. */
export class MemoryMailStore implements MailStore {
  readonly #mail: MemoryMail;

  constructor(mail: MemoryMail) {
    this.#mail = mail;
  }

  async verifyLogin({ login }: MailAccount): Promise<void> {
    if (login.secret.reveal() === this.#mail.password) return;
    throw new MailError('authentication-failed', { detail: 'The user name or the password is wrong.' });
  }

  async listMailboxes(): Promise<readonly Mailbox[]> {
    return this.#mail.mailboxes.map((mailbox) => this.#mail.describe(mailbox));
  }

  async listUncountedMailboxes(): Promise<readonly Mailbox[]> {
    return this.#mail.mailboxes
      .map((mailbox) => this.#mail.describe(mailbox))
      .map(({ counts: _counts, ...mailbox }) => mailbox);
  }

  async requireMailbox({ mailbox }: MailboxRef): Promise<void> {
    this.#mail.require(mailbox);
  }

  async countMessages({ mailbox }: MailboxRef): Promise<MailboxCounts> {
    return this.#mail.require(mailbox).counts;
  }

  async listMessages({
    mailbox,
    query,
  }: MailboxRef & { readonly query: MessageQuery }): Promise<MessagePage> {
    return toPage(this.#mail.require(mailbox), query);
  }

  async getMessage({
    selection,
    ...message
  }: MessageRef & { readonly selection: MessageSelection }): Promise<MessageItem> {
    return toItem(this.#mail.requireMessage(message), selection);
  }

  async getMessageBody(message: MessageRef): Promise<MessageBody> {
    const { uid, whole, told } = this.#mail.requireMessage(message);
    if (told === undefined) return { uid, ...whole.readTexts(readHtmlText) };
    return { uid, textPlain: told.textPlain, textHtml: told.textHtml, truncated: [] };
  }

  async listAttachments(message: MessageRef): Promise<readonly Attachment[]> {
    return filesOf(this.#mail.requireMessage(message)).map(({ attachment }) => attachment);
  }

  async openAttachment({
    part,
    ...message
  }: MessageRef & { readonly part: string }): Promise<AttachmentContent> {
    const files = filesOf(this.#mail.requireMessage(message));
    const found = files.find(({ attachment }) => attachment.part === part);
    if (found === undefined) throw new MailError('attachment-unknown', { detail: 'There is none.' });
    return { attachment: found.attachment, stream: Readable.from([found.content]) };
  }

  async openMessage(message: MessageRef): Promise<MessageSource> {
    const { uid, uidValidity, octets } = await this.readMessage(message);
    return { uid, uidValidity, octets: octets.length, stream: Readable.from([octets]) };
  }

  async readMessage(message: MessageRef): Promise<StoredMessage> {
    const { uidValidity } = this.#mail.requireValid(message.mailbox, message.uidValidity);
    const { uid, octets, flags } = this.#mail.requireMessage(message);
    return { uid, uidValidity, octets, ...describeFlags(flags) };
  }

  async findThread({ account, ...asked }: MessageRef): Promise<FoundThread> {
    const known = new Set(idsOf(this.#mail.requireMessage({ account, ...asked })));
    const all = this.#mail.mailboxes.flatMap(({ name, messages }) =>
      messages.map((message) => ({ ref: { account, mailbox: name, uid: message.uid }, ids: idsOf(message) })),
    );
    for (let size = 0; size < known.size; ) {
      size = known.size;
      const related = all.filter(({ ids }) => ids.some((id) => known.has(id)));
      for (const id of related.flatMap(({ ids }) => ids)) known.add(id);
    }
    const isAsked = ({ mailbox, uid }: MessageRef) => mailbox === asked.mailbox && uid === asked.uid;
    const found = all.filter(({ ref, ids }) => isAsked(ref) || ids.some((id) => known.has(id)));
    return { messages: found.map(({ ref }) => ref), unsearched: [] };
  }

  async listSubscribed(): Promise<ReadonlySet<MailboxName>> {
    return new Set(this.#mail.subscribed);
  }

  async close(): Promise<void> {
    // There are no sessions.
  }
}

function filesOf({ octets, whole, told }: MemoryMessage): ToldMessage['files'] {
  if (told !== undefined) return told.files;
  return listAttachments(whole.structure).map(({ part, attachment }) => {
    const { start = 0, end = 0 } = whole.ranges.get(part.path) ?? {};
    const content = Buffer.from(decodeTransferEncoding(octets.subarray(start, end), part.encoding));
    return { attachment, content };
  });
}

/** A message with its place in an order. */
interface Row extends SortedRow {
  readonly message: MemoryMessage;
}

function toPage(mailbox: MemoryMailbox, query: MessageQuery): MessagePage {
  const { order, window, maxRows } = query;
  const criterion = query.criterion && inMailbox(query.criterion, mailbox.uidValidity);
  const rows = mailbox.messages
    .filter((message) => criterion === null || isMatch(message, criterion))
    .map((message): Row => ({ message, uid: message.uid, keys: readSortKeys(order, toFetched(message)) }))
    .sort((a, b) => compareRows(order, a, b));
  const isCursor = window !== null && 'direction' in window;
  const { start, limit } = isCursor
    ? cursorWindow(mailbox, { rows, query, cursor: window })
    : (window ?? { start: 0, limit: maxRows });
  const shown = rows.slice(start, start + limit);
  const positionOf = (row: Row | undefined): string | null =>
    isCursor && row
      ? formatPosition({ ...row, uid: row.message.uid, uidValidity: mailbox.uidValidity })
      : null;
  return {
    ...mailbox.counts,
    items: shown.map(({ message }) => toItem(message, query)),
    matching: rows.length,
    isTruncated: window === null && rows.length > maxRows,
    hasPrevious: start > 0 && rows.length > 0,
    hasNext: start + limit < rows.length,
    firstPosition: positionOf(shown[0]),
    lastPosition: positionOf(shown.at(-1)),
  };
}

/** Throws `invalid-parameter` for the position of another list. */
function cursorWindow(
  { uidValidity }: MemoryMailbox,
  {
    rows,
    query: { order },
    cursor: { direction, position, limit },
  }: { readonly rows: readonly Row[]; readonly query: MessageQuery; readonly cursor: MessageCursor },
): MessageWindow {
  const before = (end: number): MessageWindow => ({
    start: Math.max(0, end - limit),
    limit: Math.min(end, limit),
  });
  if (position === null) return direction === 'after' ? { start: 0, limit } : before(rows.length);
  const place =
    typeof position === 'string'
      ? parsePosition(position, order)
      : { uid: position.uid, keys: [position.epochMs], uidValidity };
  if (place.uidValidity !== uidValidity) throw unusablePosition();
  const earlier = rows.filter((row) => compareRows(order, row, place) < 0).length;
  if (direction === 'before') return before(earlier);
  return { start: rows[earlier]?.uid === place.uid ? earlier + 1 : earlier, limit };
}
