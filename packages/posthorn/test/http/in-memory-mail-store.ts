/** A MailStore in memory: the mailbox behind the tests of services and HTTP. */
import { Readable } from 'node:stream';
import type {
  AttachmentContent,
  MailStore,
  MessagePage,
  MessageSelection,
  StoredMessage as WholeMessage,
} from '../../src/application/ports/mail-store.ts';
import type { Attachment } from '../../src/domain/attachment.ts';
import type { MailAccount } from '../../src/domain/mail-account.ts';
import { MailError, type MailErrorCode } from '../../src/domain/mail-error.ts';
import type { Mailbox, MailboxCounts } from '../../src/domain/mailbox.ts';
import { type MailboxName, parseMailboxName } from '../../src/domain/mailbox-name.ts';
import type { MailboxRef } from '../../src/domain/mailbox-ref.ts';
import type { MessageBody } from '../../src/domain/message-body.ts';
import type { MessageItem, MessageItemAttribute, MessageItemValues } from '../../src/domain/message-item.ts';
import type { MessageCriterion, MessageQuery, MessageSortKey } from '../../src/domain/message-query.ts';
import type { MessageRef } from '../../src/domain/message-ref.ts';
import { toUid, type Uid } from '../../src/domain/uid.ts';

export interface StoredFile {
  readonly attachment: Attachment;
  readonly content: Buffer;
}

export interface StoredMessage {
  readonly uid: Uid;
  readonly values: MessageItemValues;
  readonly textPlain: string;
  readonly textHtml: string;
  readonly files: readonly StoredFile[];
}

export interface StoredMailbox {
  readonly mailbox: Mailbox;
  readonly messages: readonly StoredMessage[];
}

export function uid(value: number): Uid {
  const result = toUid(value);
  if (result === undefined) throw new Error(`${value} is no uid.`);
  return result;
}

export function mailboxName(text: string): MailboxName {
  const name = parseMailboxName(text);
  if (name === undefined) throw new Error(`${text} is no mailbox name.`);
  return name;
}

/** A mailbox with `.` between its segments, selectable, empty and without a special use unless told otherwise. */
export function mailbox(name: string, values: Partial<Mailbox> = {}): Mailbox {
  return { name: mailboxName(name), delimiter: '.', isSelectable: true, ...values };
}

/** A file of five octets in base64, `a.txt` in part 2 unless told otherwise. */
export function file(values: Partial<Attachment> = {}, content: Buffer = Buffer.from('hello')): StoredFile {
  const attachment: Attachment = {
    part: '2',
    fileName: 'a.txt',
    mediaType: 'text/plain',
    encodedOctets: 8,
    encoding: 'base64',
    contentId: null,
    isInline: false,
    ...values,
  };
  return { attachment, content };
}

export interface MessageInput {
  readonly uid: number;
  readonly values?: Partial<MessageItemValues>;
  readonly textPlain?: string;
  readonly textHtml?: string;
  readonly files?: readonly StoredFile[];
}

/** A short message from Ann to Jane. */
export function message({
  uid: id,
  values,
  textPlain = 'Hi',
  textHtml = '',
  files = [],
}: MessageInput): StoredMessage {
  return {
    uid: uid(id),
    values: {
      from: [{ address: 'ann@example.com', name: 'Ann' }],
      to: [{ address: 'jane@example.org', name: 'Jane' }],
      cc: [],
      bcc: [],
      replyTo: [],
      subject: `Message ${id}`,
      date: { epochMs: Date.UTC(2023, 4, 2, 11, 54, 14) + id * 1000, offsetMinutes: 120 },
      seen: false,
      answered: false,
      draft: false,
      flagged: false,
      recent: false,
      keywords: [],
      messageId: `${id}@example.com`,
      references: [],
      inReplyTo: [],
      previewText: textPlain,
      size: 2048,
      hasAttachments: files.length > 0,
      internalDate: { epochMs: 0, offsetMinutes: 0 },
      listUnsubscribe: null,
      ...values,
    },
    textPlain,
    textHtml,
    files,
  };
}

/** Keeps mail for any account whose password is `secret`, and notes which of its methods were called. */
export class InMemoryMailStore implements MailStore {
  readonly calls: string[] = [];
  readonly #mailboxes: readonly StoredMailbox[];

  constructor(mailboxes: readonly StoredMailbox[]) {
    this.#mailboxes = mailboxes;
  }

  async verifyLogin(account: MailAccount): Promise<void> {
    this.calls.push('verifyLogin');
    if (account.login.secret.reveal() !== 'secret') throw failure('authentication-failed');
  }

  async listMailboxes(): Promise<readonly Mailbox[]> {
    this.calls.push('listMailboxes');
    return this.#mailboxes.map((stored) => stored.mailbox);
  }

  async listMessages({ mailbox: name, query }: MailboxRef & { query: MessageQuery }): Promise<MessagePage> {
    this.calls.push('listMessages');
    const { messages } = this.#mailbox(name);
    const matching = messages.filter((stored) => matches(stored, query.criterion));
    const [first] = query.order;
    const ordered = matching.toSorted(compareBy(first.key));
    const rows = first.isDescending ? ordered.toReversed() : ordered;
    if (query.window !== null && 'direction' in query.window) throw failure('capability-missing');
    const { start, limit } = query.window ?? { start: 0, limit: query.maxRows };
    return {
      items: rows.slice(start, start + limit).map((stored) => pick(stored, query.attributes)),
      total: messages.length,
      matching: rows.length,
      unread: messages.filter((stored) => !stored.values.seen).length,
      uidValidity: 1,
      uidNext: Math.max(0, ...messages.map((stored) => stored.uid)) + 1,
      highestModSeq: null,
      isTruncated: query.window === null && rows.length > query.maxRows,
      hasPrevious: start > 0,
      hasNext: start + limit < rows.length,
      firstPosition: null,
      lastPosition: null,
    };
  }

  async countMessages({ mailbox: name }: MailboxRef): Promise<MailboxCounts> {
    this.calls.push('countMessages');
    const { messages } = this.#mailbox(name);
    const unread = messages.filter((stored) => !stored.values.seen).length;
    const uidNext = Math.max(0, ...messages.map((stored) => stored.uid)) + 1;
    return { total: messages.length, unread, uidNext, uidValidity: 1, highestModSeq: null };
  }

  async findThread(message: MessageRef): Promise<readonly MessageRef[]> {
    this.calls.push('findThread');
    this.#message(message);
    return [message];
  }

  async getMessage(request: MessageRef & { readonly selection: MessageSelection }): Promise<MessageItem> {
    this.calls.push('getMessage');
    return pick(this.#message(request), request.selection.attributes);
  }

  async getMessageBody(message: MessageRef): Promise<MessageBody> {
    this.calls.push('getMessageBody');
    const { uid: id, textPlain, textHtml } = this.#message(message);
    return { uid: id, textPlain, textHtml, truncated: [] };
  }

  async listAttachments(message: MessageRef): Promise<readonly Attachment[]> {
    this.calls.push('listAttachments');
    return this.#message(message).files.map((stored) => stored.attachment);
  }

  async openAttachment(request: MessageRef & { readonly part: string }): Promise<AttachmentContent> {
    const { part } = request;
    this.calls.push(`openAttachment ${part}`);
    const found = this.#message(request).files.find((stored) => stored.attachment.part === part);
    if (found === undefined) throw failure('attachment-unknown');
    return { attachment: found.attachment, stream: Readable.from([found.content]) };
  }

  /** A message of the plain text alone, with Subject and Message-ID. */
  async readMessage(message: MessageRef): Promise<WholeMessage> {
    this.calls.push('readMessage');
    const { uid: id, values, textPlain } = this.#message(message);
    const header = `Subject: ${values.subject}\r\nMessage-ID: <${values.messageId}>\r\n`;
    const flags = (['seen', 'answered', 'draft', 'flagged'] as const).filter((flag) => values[flag]);
    return {
      uid: id,
      uidValidity: 1,
      octets: Buffer.from(`${header}\r\n${textPlain}\r\n`),
      flags: new Set(flags),
      keywords: values.keywords,
    };
  }

  async listSubscribed(): Promise<ReadonlySet<MailboxName>> {
    this.calls.push('listSubscribed');
    return new Set(this.#mailboxes.map((stored) => stored.mailbox.name));
  }

  async close(): Promise<void> {}

  #mailbox(name: MailboxName): StoredMailbox {
    const found = this.#mailboxes.find((stored) => stored.mailbox.name === name);
    if (found === undefined) throw failure('mailbox-unknown');
    return found;
  }

  #message({ mailbox: name, uid: id, uidValidity = 1 }: MessageRef): StoredMessage {
    const found = this.#mailbox(name).messages.find((stored) => stored.uid === id);
    if (uidValidity !== 1) throw failure('message-gone');
    if (found === undefined) throw failure('message-unknown');
    return found;
  }
}

function failure(code: MailErrorCode): MailError {
  return new MailError(code, { detail: `The store says ${code}.` });
}

function pick(
  { uid: id, values }: StoredMessage,
  attributes: ReadonlySet<MessageItemAttribute>,
): MessageItem {
  const members = [...attributes].map((attribute) => [attribute, values[attribute]]);
  return { uid: id, ...Object.fromEntries(members) };
}

function matches(stored: StoredMessage, criterion: MessageCriterion | null): boolean {
  switch (criterion?.kind) {
    case 'uids':
      return criterion.uids.includes(stored.uid);
    case 'uid-at-least':
      return stored.uid >= criterion.uid;
    case 'recent':
      return stored.values.recent;
    case 'any-of':
      return criterion.criteria.some((one) => matches(stored, one));
    default:
      return true;
  }
}

const SORT_VALUES = {
  date: ({ values }) => values.date.epochMs,
  subject: ({ values }) => values.subject,
  from: ({ values }) => values.from[0]?.address ?? '',
  to: ({ values }) => values.to[0]?.address ?? '',
  size: ({ values }) => values.size,
  uid: (stored) => stored.uid,
} satisfies Record<MessageSortKey, (stored: StoredMessage) => string | number>;

function compareBy(key: MessageSortKey): (a: StoredMessage, b: StoredMessage) => number {
  const keyOf = SORT_VALUES[key];
  return (a, b) => {
    if (keyOf(a) === keyOf(b)) return a.uid - b.uid;
    return keyOf(a) < keyOf(b) ? -1 : 1;
  };
}
