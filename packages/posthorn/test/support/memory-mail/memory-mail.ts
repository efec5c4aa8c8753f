/** Mail in memory: mailboxes and messages, as a mail server keeps them. */
import { keywordsOf, messageFlags } from '../../../src/adapters/imap/session/flag-names.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { Mailbox, MailboxCounts, SpecialUse } from '../../../src/domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { Attachment } from '../../../src/domain/messages/attachment.ts';
import type { MessageItemValues } from '../../../src/domain/messages/message-item.ts';
import type { MessageRef } from '../../../src/domain/messages/message-ref.ts';
import type { Uid } from '../../../src/domain/values/uid.ts';
import { openWholeMessage, type WholeMessage } from '../../../src/message/whole-message.ts';
import { asUid } from '../domain-values.ts';

const DEFAULT_ARRIVAL = new Date(Date.UTC(2024, 0, 2, 3, 4, 5));

/** A message as it is stored. */
export interface MemoryMessage {
  readonly uid: Uid;
  readonly octets: Buffer;
  /** As IMAP writes them, without \Recent. */
  flags: readonly string[];
  readonly internalDate: Date;
  readonly isRecent: boolean;
  /** Its parts. */
  readonly whole: WholeMessage;
  readonly told?: ToldMessage | undefined;
}

/** What a test says of a message, where that is shorter than the octets of one. */
export interface ToldMessage {
  /** Flags and keywords are those of the stored message. */
  readonly values: MessageItemValues;
  readonly textPlain: string;
  readonly textHtml: string;
  readonly files: readonly { readonly attachment: Attachment; readonly content: Buffer }[];
}

/** A message to be stored. */
export interface NewMemoryMessage {
  readonly octets: Buffer;
  readonly flags?: readonly string[];
  readonly internalDate?: Date | undefined;
  readonly isRecent?: boolean;
  /** By default the next one. */
  readonly uid?: Uid;
  readonly told?: ToldMessage | undefined;
}

/** A mailbox to be made. */
export interface NewMemoryMailbox {
  readonly name: MailboxName;
  readonly specialUse?: SpecialUse | undefined;
  /** What lists of mailboxes show in place of the mailbox as it is. */
  readonly shown?: Mailbox;
}

/** One mailbox with its messages in the order of their uids. */
export class MemoryMailbox {
  readonly name: MailboxName;
  readonly uidValidity: number;
  readonly specialUse: SpecialUse | undefined;
  readonly shown: Mailbox | undefined;
  messages: readonly MemoryMessage[] = [];
  #uidNext = 1;

  constructor({ name, specialUse, shown }: NewMemoryMailbox, uidValidity: number) {
    this.name = name;
    this.specialUse = specialUse;
    this.shown = shown;
    this.uidValidity = uidValidity;
  }

  get counts(): MailboxCounts {
    const unread = this.messages.filter(({ flags }) => !messageFlags(flags).has('seen')).length;
    const { uidValidity } = this;
    return { total: this.messages.length, unread, uidNext: this.#uidNext, uidValidity, highestModSeq: null };
  }

  /** Stores the message and gives it its uid. */
  add({ octets, flags = [], uid = asUid(this.#uidNext), ...values }: NewMemoryMessage): MemoryMessage {
    const { internalDate = DEFAULT_ARRIVAL, isRecent = true, told } = values;
    this.#uidNext = Math.max(this.#uidNext, uid + 1);
    const message = { uid, octets, flags, internalDate, isRecent, whole: openWholeMessage(octets), told };
    this.messages = [...this.messages, message];
    return message;
  }

  find(uid: number): MemoryMessage | undefined {
    return this.messages.find((message) => message.uid === uid);
  }

  remove(uid: number): void {
    this.messages = this.messages.filter((message) => message.uid !== uid);
  }
}

/** The mailboxes of every account whose password is the right one. */
export class MemoryMail {
  readonly password: string;
  readonly delimiter = '/';
  readonly subscribed = new Set<MailboxName>();
  readonly #mailboxes = new Map<MailboxName, MemoryMailbox>();
  readonly #nextUidValidity: () => number;

  /** The uidValidity of each new mailbox is higher than those before it, unless it is one for all. */
  constructor({
    password = 'secret',
    uidValidity,
  }: { readonly password?: string; readonly uidValidity?: number } = {}) {
    let latest = 0;
    this.password = password;
    this.#nextUidValidity = () => {
      latest += 1;
      return uidValidity ?? latest;
    };
  }

  get mailboxes(): readonly MemoryMailbox[] {
    return [...this.#mailboxes.values()];
  }

  create(mailbox: NewMemoryMailbox): MemoryMailbox {
    const created = new MemoryMailbox(mailbox, this.#nextUidValidity());
    this.#mailboxes.set(mailbox.name, created);
    return created;
  }

  has(name: MailboxName): boolean {
    return this.#mailboxes.has(name);
  }

  /** Puts the mailbox under another name. */
  rename(from: MailboxName, to: MailboxName): void {
    const { messages, specialUse } = this.require(from);
    this.#mailboxes.delete(from);
    const renamed = this.create({ name: to, specialUse });
    for (const message of messages) renamed.add(message);
  }

  delete(name: MailboxName): void {
    this.#mailboxes.delete(name);
    this.subscribed.delete(name);
  }

  /** Throws `mailbox-unknown`. */
  require(name: MailboxName): MemoryMailbox {
    const found = this.#mailboxes.get(name);
    if (found !== undefined) return found;
    throw new MailError('mailbox-unknown', { detail: 'There is no such mailbox.' });
  }

  /** Throws `mailbox-unknown`, `message-gone`, `message-unknown`. */
  requireMessage({ mailbox: name, uid, uidValidity }: MessageRef): MemoryMessage {
    const message = this.requireValid(name, uidValidity).find(uid);
    if (message !== undefined) return message;
    throw new MailError('message-unknown', { detail: 'There is no such message.' });
  }

  /** Throws `mailbox-unknown`, `message-gone`. */
  requireValid(name: MailboxName, uidValidity: number | undefined): MemoryMailbox {
    const mailbox = this.require(name);
    if (uidValidity === undefined || uidValidity === mailbox.uidValidity) return mailbox;
    throw new MailError('message-gone', { detail: 'The mailbox was re-created.' });
  }

  describe({ name, specialUse, shown, counts }: MemoryMailbox): Mailbox {
    const { delimiter } = this;
    return shown ?? { name, delimiter, isSelectable: true, counts, ...(specialUse && { specialUse }) };
  }
}

/** The flags of the domain and the keywords among the flags. */
export function describeFlags(flags: readonly string[]) {
  return { flags: messageFlags(flags), keywords: keywordsOf(flags) };
}
