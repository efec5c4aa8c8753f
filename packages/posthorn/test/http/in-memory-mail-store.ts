/** Messages for the tests of services and HTTP, told by their values, and a store of them that notes what it is asked. */
import type {
  AttachmentContent,
  FoundThread,
  MessagePage,
  MessageSelection,
  StoredMessage as WholeMessage,
} from '../../src/application/ports/mail/mail-store.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../src/domain/accounts/mailbox-ref.ts';
import type { Mailbox, MailboxCounts } from '../../src/domain/mailboxes/mailbox.ts';
import { type MailboxName, parseMailboxName } from '../../src/domain/mailboxes/mailbox-name.ts';
import type { Attachment } from '../../src/domain/messages/attachment.ts';
import type { MessageBody } from '../../src/domain/messages/message-body.ts';
import type { MessageItem, MessageItemValues } from '../../src/domain/messages/message-item.ts';
import type { MessageQuery } from '../../src/domain/messages/message-query.ts';
import type { MessageRef } from '../../src/domain/messages/message-ref.ts';
import type { MailAddress } from '../../src/domain/values/mail-address.ts';
import { toUid, type Uid } from '../../src/domain/values/uid.ts';
import { MemoryMail, type NewMemoryMessage } from '../support/memory-mail/memory-mail.ts';
import { MemoryMailStore } from '../support/memory-mail/memory-mail-store.ts';

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
      headers: { fields: [{ name: 'Subject', value: `Message ${id}` }], isTruncated: false },
      ...values,
    },
    textPlain,
    textHtml,
    files,
  };
}

/** Keeps mail for any account whose password is `secret`, and notes which of its methods were called. All uidValidities are 1. */
export class InMemoryMailStore extends MemoryMailStore {
  readonly calls: string[] = [];

  constructor(mailboxes: readonly StoredMailbox[]) {
    super(mailOf(mailboxes));
  }

  override verifyLogin(account: MailAccount): Promise<void> {
    this.calls.push('verifyLogin');
    return super.verifyLogin(account);
  }

  override listMailboxes(): Promise<readonly Mailbox[]> {
    this.calls.push('listMailboxes');
    return super.listMailboxes();
  }

  override listUncountedMailboxes(): Promise<readonly Mailbox[]> {
    this.calls.push('listUncountedMailboxes');
    return super.listUncountedMailboxes();
  }

  override listMessages(request: MailboxRef & { readonly query: MessageQuery }): Promise<MessagePage> {
    this.calls.push('listMessages');
    return super.listMessages(request);
  }

  override requireMailbox(folder: MailboxRef): Promise<void> {
    this.calls.push('requireMailbox');
    return super.requireMailbox(folder);
  }

  override countMessages(folder: MailboxRef): Promise<MailboxCounts> {
    this.calls.push('countMessages');
    return super.countMessages(folder);
  }

  override findThread(asked: MessageRef): Promise<FoundThread> {
    this.calls.push('findThread');
    return super.findThread(asked);
  }

  override getMessage(request: MessageRef & { readonly selection: MessageSelection }): Promise<MessageItem> {
    this.calls.push('getMessage');
    return super.getMessage(request);
  }

  override getMessageBody(asked: MessageRef): Promise<MessageBody> {
    this.calls.push('getMessageBody');
    return super.getMessageBody(asked);
  }

  override listAttachments(asked: MessageRef): Promise<readonly Attachment[]> {
    this.calls.push('listAttachments');
    return super.listAttachments(asked);
  }

  override openAttachment(request: MessageRef & { readonly part: string }): Promise<AttachmentContent> {
    this.calls.push(`openAttachment ${request.part}`);
    return super.openAttachment(request);
  }

  override readMessage(asked: MessageRef): Promise<WholeMessage> {
    this.calls.push('readMessage');
    return super.readMessage(asked);
  }

  override listSubscribed(): Promise<ReadonlySet<MailboxName>> {
    this.calls.push('listSubscribed');
    return super.listSubscribed();
  }
}

function mailOf(mailboxes: readonly StoredMailbox[]): MemoryMail {
  const mail = new MemoryMail({ uidValidity: 1 });
  for (const { mailbox: shown, messages } of mailboxes) {
    const created = mail.create({ name: shown.name, shown });
    mail.subscribed.add(shown.name);
    for (const stored of messages) created.add(toNewMessage(stored));
  }
  return mail;
}

const FLAGS = [
  ['seen', '\\Seen'],
  ['answered', '\\Answered'],
  ['draft', '\\Draft'],
  ['flagged', '\\Flagged'],
] as const;

function toNewMessage({ uid: id, ...told }: StoredMessage): NewMemoryMessage {
  const { values } = told;
  const flags = FLAGS.filter(([name]) => values[name]).map(([, flag]) => flag);
  return {
    uid: id,
    octets: octetsOf(told),
    flags: [...flags, ...values.keywords],
    isRecent: values.recent,
    told,
  };
}

/** A message of the plain text alone, with the fields by which messages are ordered and found. */
function octetsOf({ values, textPlain }: Omit<StoredMessage, 'uid'>): Buffer {
  const fields: readonly (readonly [string, string])[] = [
    ['From', addressList(values.from)],
    ['To', addressList(values.to)],
    ['Subject', values.subject],
    ['Date', `${new Date(values.date.epochMs).toUTCString().replace('GMT', '+0000')}`],
    ['Message-ID', values.messageId === null ? '' : `<${values.messageId}>`],
  ];
  const header = fields.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${header.join('')}\r\n${textPlain}\r\n`);
}

function addressList(addresses: readonly MailAddress[]): string {
  return addresses.map(({ address }) => `<${address}>`).join(', ');
}
