import type { MessageContent } from '../message/message-content.ts';
import { Mailbox, type MailboxProperties, type NewMessage, type StoredMessage } from './mailbox.ts';

/** One user's mailboxes, as in Gmail. */
export class LabelStore {
  readonly #mailboxes = new Set<LabelMailbox>();

  create(properties: MailboxProperties): LabelMailbox {
    const mailbox = new LabelMailbox(properties, this);
    this.#mailboxes.add(mailbox);
    return mailbox;
  }

  /** Includes deleted, empty ones. */
  othersThan(mailbox: LabelMailbox): readonly LabelMailbox[] {
    return [...this.#mailboxes].filter((other) => other !== mailbox);
  }
}

/**
 * A Gmail label: copies share content and flags except `\Deleted`. Expunged messages stay in all mail, except
 * from trash and junk.
 */
export class LabelMailbox extends Mailbox {
  readonly #store: LabelStore;
  readonly #byContent = new Map<MessageContent, StoredMessage>();

  constructor(properties: MailboxProperties, store: LabelStore) {
    super(properties);
    this.#store = store;
  }

  /** Trash and junk exclude other labels and all mail. */
  get isApart(): boolean {
    return this.specialUse === '\\Trash' || this.specialUse === '\\Junk';
  }

  /** Skips messages with the label. */
  override append(arrivals: readonly NewMessage[]): readonly StoredMessage[] {
    const added = super.append(arrivals.filter(({ content }) => this.#find(content) === undefined));
    for (const message of added) this.#byContent.set(message.content, message);
    this.#settle(added);
    return arrivals.flatMap(({ content }) => this.#find(content) ?? []);
  }

  override setFlags(message: StoredMessage, flags: Iterable<string>): void {
    super.setFlags(message, flags);
    for (const other of this.#store.othersThan(this)) other.mirror(message);
  }

  /** Nothing can be expunged from all mail. */
  override expunge(isLeaving: (message: StoredMessage) => boolean): void {
    if (this.specialUse !== '\\All') super.expunge(isLeaving);
  }

  drop(messages: readonly StoredMessage[]): void {
    const contents = new Set(messages.map(({ content }) => content));
    super.expunge(({ content }) => contents.has(content));
  }

  mirror({ content, flags }: StoredMessage): void {
    const twin = this.#find(content);
    if (twin === undefined) return;
    const deleted = twin.flags.has('\\Deleted') ? ['\\Deleted'] : [];
    super.setFlags(twin, [...[...flags].filter((flag) => flag !== '\\Deleted'), ...deleted]);
  }

  #find(content: MessageContent): StoredMessage | undefined {
    const message = this.#byContent.get(content);
    return message?.isExpunged === true ? undefined : message;
  }

  #settle(added: readonly StoredMessage[]): void {
    const isWrong = ({ isApart }: LabelMailbox) => this.isApart || isApart;
    for (const other of this.#store.othersThan(this)) {
      if (isWrong(other)) other.drop(added);
      else if (other.specialUse === '\\All') other.append(added);
    }
  }
}
