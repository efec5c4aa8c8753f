import { Mailbox, type MailboxObserver, type NewMessage, type StoredMessage } from './mailbox.ts';

/** A mailbox frozen at creation; changes here reach the live one, and are its only events. */
export class LaggingMailbox extends Mailbox {
  override readonly id: string;
  readonly #live: Mailbox;
  readonly #observers = new Set<MailboxObserver>();
  #messages: readonly StoredMessage[];
  #uidNext: number;
  #highestModSeq: number;

  constructor(live: Mailbox) {
    const { name, uidValidity, specialUse, keepsKeywords } = live;
    super({ name, uidValidity, specialUse, keepsKeywords, maxExpungedUids: 0 });
    this.id = live.id;
    this.#live = live;
    this.#messages = live.messages.map((message) => ({ ...message }));
    this.#uidNext = live.uidNext;
    this.#highestModSeq = live.highestModSeq;
    this.firstRecentUid = live.firstRecentUid;
    for (const keyword of live.flagNames.keywords) this.flagNames.canonical(keyword);
  }

  override get messages(): readonly StoredMessage[] {
    return this.#messages;
  }

  override get uidNext(): number {
    return this.#uidNext;
  }

  override get highestModSeq(): number {
    return this.#highestModSeq;
  }

  override observe(observer: MailboxObserver): void {
    this.#observers.add(observer);
  }

  override unobserve(observer: MailboxObserver): void {
    this.#observers.delete(observer);
  }

  override append(arrivals: readonly NewMessage[]): readonly StoredMessage[] {
    const stored = this.#live.append(arrivals).map((message) => ({ ...message }));
    this.#messages = [...this.#messages, ...stored];
    this.#uidNext = this.#live.uidNext;
    this.#highestModSeq = this.#live.highestModSeq;
    for (const observer of this.#observers) observer.messagesAppended(stored);
    return stored;
  }

  override setFlags(message: StoredMessage, flags: Iterable<string>): void {
    const original = this.#live.messages.find(({ uid }) => uid === message.uid);
    if (original === undefined) return;
    const wanted = new Set([...flags].map((flag) => this.#live.flagNames.lookUp(flag)));
    // Keeps flags set by others since.
    const kept = [...original.flags].filter((flag) => wanted.has(flag) || !message.flags.has(flag));
    this.#live.setFlags(original, [...kept, ...wanted]);
    message.flags = new Set([...wanted].filter((flag) => original.flags.has(flag)));
    for (const flag of message.flags) this.flagNames.canonical(flag);
    message.modSeq = original.modSeq;
    this.#highestModSeq = this.#live.highestModSeq;
    for (const observer of this.#observers) observer.flagsChanged(message);
  }

  override expunge(isLeaving: (message: StoredMessage) => boolean): void {
    const leaving = this.#messages.filter(isLeaving);
    if (leaving.length === 0) return;
    const uids = new Set(leaving.map(({ uid }) => uid));
    this.#live.expunge(({ uid }) => uids.has(uid));
    for (const message of leaving) message.isExpunged = true;
    this.#messages = this.#messages.filter(({ isExpunged }) => !isExpunged);
    this.#highestModSeq = this.#live.highestModSeq;
    for (const observer of this.#observers) observer.messagesExpunged();
  }
}
