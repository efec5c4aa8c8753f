/** Mailboxes as Gmail has them: labels of messages that all lie in one place. */
import type { MessageContent } from '../message/message-content.ts';
import { Mailbox, type MailboxProperties, type NewMessage, type StoredMessage } from './mailbox.ts';

/** The mailboxes of one user. */
export class LabelStore {
  readonly #mailboxes = new Set<LabelMailbox>();

  /** Makes one more mailbox of the user. */
  create(properties: MailboxProperties): LabelMailbox {
    const mailbox = new LabelMailbox(properties, this);
    this.#mailboxes.add(mailbox);
    return mailbox;
  }

  /** The other mailboxes. A deleted one is empty and does no harm. */
  othersThan(mailbox: LabelMailbox): readonly LabelMailbox[] {
    return [...this.#mailboxes].filter((other) => other !== mailbox);
  }
}

/**
 * A label. A message is known by its content, which its copies share, and has one set of flags but for `\Deleted`. Expunging takes the label
 * away and leaves the message in the mailbox for all mail; only from trash and junk it goes for good.
 */
export class LabelMailbox extends Mailbox {
  readonly #store: LabelStore;
  readonly #byContent = new Map<MessageContent, StoredMessage>();

  constructor(properties: MailboxProperties, store: LabelStore) {
    super(properties);
    this.#store = store;
  }

  /** True for trash and junk: what is there has no other label and is not among all mail. */
  get isApart(): boolean {
    return this.specialUse === '\\Trash' || this.specialUse === '\\Junk';
  }

  /** Labels the messages. One that has the label already stays as it is. */
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

  /** From all mail nothing can be expunged. */
  override expunge(isLeaving: (message: StoredMessage) => boolean): void {
    if (this.specialUse !== '\\All') super.expunge(isLeaving);
  }

  /** Takes the messages away, from all mail too. */
  drop(messages: readonly StoredMessage[]): void {
    const contents = new Set(messages.map(({ content }) => content));
    super.expunge(({ content }) => contents.has(content));
  }

  /** Returns the same flags to the message here, if it is here. */
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

  /** Messages that were labelled go to where they belong, and leave where they do not. */
  #settle(added: readonly StoredMessage[]): void {
    const isWrong = ({ isApart }: LabelMailbox) => this.isApart || isApart;
    for (const other of this.#store.othersThan(this)) {
      if (isWrong(other)) other.drop(added);
      else if (other.specialUse === '\\All') other.append(added);
    }
  }
}
