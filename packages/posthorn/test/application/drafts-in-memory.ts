/** Mailboxes in memory that can be written, whose methods fail when a test says so. */
import type { MailBatchWriter, MessageBatch } from '../../src/application/ports/mail/mail-batch-writer.ts';
import type { MailStore, StoredMessage } from '../../src/application/ports/mail/mail-store.ts';
import type {
  FlagChange,
  MailWriter,
  NewMessage,
  NewVersion,
} from '../../src/application/ports/mail/mail-writer.ts';
import type { MailboxRef } from '../../src/domain/accounts/mailbox-ref.ts';
import { MailError, type MailErrorCode } from '../../src/domain/errors/mail-error.ts';
import type { Mailbox } from '../../src/domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../src/domain/mailboxes/mailbox-name.ts';
import type { MessageFlag, MessageQuery } from '../../src/domain/messages/message-query.ts';
import type { MessageRef } from '../../src/domain/messages/message-ref.ts';
import type { OctetSource } from '../../src/domain/values/octet-source.ts';
import { asUid } from '../support/domain-values.ts';

const FLAGS: readonly MessageFlag[] = ['seen', 'answered', 'draft', 'flagged'];

interface KeptMessage {
  readonly octets: Buffer;
  readonly flags: Set<MessageFlag>;
  readonly keywords: Set<string>;
}

type Method =
  | 'readMessage'
  | 'changeFlags'
  | 'moveMessage'
  | 'deleteMessage'
  | 'appendMessage'
  | 'replaceMessage';

/** Every mailbox has the uidValidity 7. The Message-ID of a message is its whole text. */
export class DraftsInMemory {
  readonly mailboxes = new Map<string, Map<number, KeptMessage>>();
  /** Errors that the next calls of a method throw, before they do anything. */
  readonly failures = new Map<Method, (MailErrorCode | undefined)[]>();
  readonly calls: string[] = [];
  /** Called before a message is read. */
  onRead: () => Promise<void> = async () => undefined;

  put(
    mailbox: string,
    text: string,
    flags: readonly MessageFlag[],
    keywords: readonly string[] = [],
  ): number {
    const messages = this.#messages(mailbox);
    const uid = Math.max(0, ...messages.keys()) + 1;
    messages.set(uid, { octets: Buffer.from(text), flags: new Set(flags), keywords: new Set(keywords) });
    return uid;
  }

  /** `uid text flags keywords` of each message. */
  show(mailbox: string): readonly string[] {
    return [...this.#messages(mailbox)].map(([uid, { octets, flags, keywords }]) =>
      [uid, octets.toString(), [...flags].sort().join('+'), [...keywords].sort().join('+')].join(' ').trim(),
    );
  }

  get store(): MailStore {
    return {
      readMessage: (message: MessageRef) => this.#read(message),
      getMessage: async (message: MessageRef) => {
        const { uid } = message;
        const { octets, flags, keywords } = this.#find(message);
        const values = Object.fromEntries(FLAGS.map((flag) => [flag, flags.has(flag)]));
        return { uid, ...values, keywords: [...keywords], messageId: octets.toString() };
      },
      listUncountedMailboxes: async () => [...this.mailboxes.keys()].map(toMailbox),
      listMailboxes: async () => [...this.mailboxes.keys()].map(toMailbox),
      countMessages: async () => ({ uidValidity: 7 }),
      listMessages: async ({ mailbox, query }: MailboxRef & { query: MessageQuery }) =>
        this.#list(mailbox, query),
    } as unknown as MailStore;
  }

  get writer(): MailWriter {
    return {
      changeFlags: async ({ change, ...message }) => this.#changeFlags(message, change),
      moveMessage: async ({ target, ...message }) => this.#move(message, target),
      deleteMessage: async (message) => {
        this.#begin('deleteMessage');
        this.#find(message);
        this.#messages(message.mailbox).delete(message.uid);
      },
      copyMessage: () => Promise.reject(new Error('Nobody copies here.')),
      appendMessage: async ({ mailbox, message }) => this.#append(mailbox, message),
      replaceMessage: async ({ version, ...message }) => this.#replace(message, version),
    };
  }

  get batchWriter(): MailBatchWriter {
    const present = ({ account, mailbox, uids }: MessageBatch): readonly MessageRef[] =>
      uids.filter((uid) => this.#messages(mailbox).has(uid)).map((uid) => ({ account, mailbox, uid }));
    return {
      changeFlags: async ({ change, ...batch }) => {
        const messages = present(batch);
        for (const message of messages) this.#changeFlags(message, change);
        return new Set(messages.map(({ uid }) => uid));
      },
      moveMessages: async ({ target, ...batch }) =>
        new Map(present(batch).map((message) => [message.uid, this.#move(message, target)])),
      deleteMessages: async (batch) => {
        const messages = present(batch);
        for (const { uid } of messages) this.#messages(batch.mailbox).delete(uid);
        return new Set(messages.map(({ uid }) => uid));
      },
    };
  }

  async #read(message: MessageRef): Promise<StoredMessage> {
    await this.onRead();
    this.#begin('readMessage');
    const { octets, flags, keywords } = this.#find(message);
    return { uid: message.uid, uidValidity: 7, octets, flags: new Set(flags), keywords: [...keywords] };
  }

  #list(mailbox: MailboxName, { criterion }: MessageQuery): Awaited<ReturnType<MailStore['listMessages']>> {
    const messageId = criterion?.kind === 'message-id' ? criterion.messageId : undefined;
    const found = [...this.#messages(mailbox)].filter(([, { octets }]) => octets.toString() === messageId);
    return {
      items: found.map(([uid]) => ({ uid: asUid(uid) })),
      uidValidity: 7,
    } as unknown as Awaited<ReturnType<MailStore['listMessages']>>;
  }

  #changeFlags(message: MessageRef, change: FlagChange): void {
    this.#begin('changeFlags');
    const { flags, keywords } = this.#find(message);
    applyFlags(flags, change);
    for (const keyword of change.addedKeywords ?? []) keywords.add(keyword);
    for (const keyword of change.removedKeywords ?? []) keywords.delete(keyword);
  }

  #move(message: MessageRef, target: MailboxName) {
    this.#begin('moveMessage');
    const { octets, flags, keywords } = this.#find(message);
    this.#messages(message.mailbox).delete(message.uid);
    const uid = this.put(target, octets.toString(), [...flags], [...keywords]);
    return { uid: asUid(uid), uidValidity: 7 };
  }

  async #append(mailbox: MailboxName, { octets, flags, keywords = [] }: NewMessage) {
    this.#begin('appendMessage');
    const uid = this.put(mailbox, await textOf(octets), flags, keywords);
    return { uid: asUid(uid), uidValidity: 7 };
  }

  async #replace(message: MessageRef, { octets, flags: change = {} }: NewVersion) {
    this.#begin('replaceMessage');
    const { flags } = this.#find(message);
    applyFlags(flags, change);
    const uid = this.put(message.mailbox, await textOf(octets), [...flags]);
    this.#messages(message.mailbox).delete(message.uid);
    return { uid: asUid(uid), uidValidity: 7, isOldRemoved: true };
  }

  #begin(method: Method): void {
    this.calls.push(method);
    const code = this.failures.get(method)?.shift();
    if (code !== undefined) throw new MailError(code, { detail: `The mail server says ${code}.` });
  }

  #messages(mailbox: string): Map<number, KeptMessage> {
    const known = this.mailboxes.get(mailbox);
    if (known !== undefined) return known;
    const created = new Map<number, KeptMessage>();
    this.mailboxes.set(mailbox, created);
    return created;
  }

  #find({ mailbox, uid }: MessageRef): KeptMessage {
    const found = this.#messages(mailbox).get(uid);
    if (found !== undefined) return found;
    throw new MailError('message-unknown', { detail: 'There is no such message.' });
  }
}

function applyFlags(flags: Set<MessageFlag>, change: FlagChange): void {
  for (const flag of FLAGS) {
    if (change[flag] === true) flags.add(flag);
    if (change[flag] === false) flags.delete(flag);
  }
}

async function textOf(octets: OctetSource): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of octets.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function toMailbox(name: string): Mailbox {
  return { name: name as MailboxName, delimiter: '/', isSelectable: true };
}
