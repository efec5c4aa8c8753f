import type { MessageContent } from '../message/message-content.ts';
import { ExpungeLog } from './expunge-log.ts';
import { FlagNames } from './flags.ts';
import { MailboxError } from './mailbox-error.ts';
import type { SpecialUse } from './special-use.ts';

/** Only its mailbox changes it. */
export interface StoredMessage {
  readonly uid: number;
  readonly content: MessageContent;
  readonly internalDate: Date;
  /** Without \Recent. */
  flags: ReadonlySet<string>;
  /** Of the last change or expunge. */
  modSeq: number;
  /** Sessions count it until reported. */
  isExpunged: boolean;
}

/** A message to append. */
export interface NewMessage {
  readonly content: MessageContent;
  readonly flags: Iterable<string>;
  readonly internalDate: Date;
}

/** Notified after changes. */
export interface MailboxObserver {
  messagesAppended(messages: readonly StoredMessage[]): void;
  messagesExpunged(): void;
  flagsChanged(message: StoredMessage): void;
  uidValidityChanged(): void;
}

/** A new mailbox's properties. */
export interface MailboxProperties {
  readonly name: string;
  readonly uidValidity: number;
  readonly specialUse: SpecialUse | undefined;
  readonly keepsKeywords: boolean;
  readonly maxExpungedUids: number;
}

/** Messages in uid order (RFC 3501 §2.3, RFC 7162). */
export class Mailbox {
  /** Stable under renames (RFC 8474 §4). */
  readonly id: string;
  name: string;
  readonly specialUse: SpecialUse | undefined;
  readonly keepsKeywords: boolean;
  readonly flagNames = new FlagNames();
  /** RFC 3501 §2.3.2. */
  firstRecentUid = 1;
  readonly #expungeLog: ExpungeLog;
  #messages: StoredMessage[] = [];
  #uidNext = 1;
  #uidValidity: number;
  #highestModSeq = 1;
  readonly #observers = new Set<MailboxObserver>();

  constructor(properties: MailboxProperties) {
    // UIDVALIDITY is unique.
    this.id = `F${properties.uidValidity}`;
    this.name = properties.name;
    this.#uidValidity = properties.uidValidity;
    this.specialUse = properties.specialUse;
    this.keepsKeywords = properties.keepsKeywords;
    this.#expungeLog = new ExpungeLog(properties.maxExpungedUids);
  }

  get uidValidity(): number {
    return this.#uidValidity;
  }

  set uidValidity(uidValidity: number) {
    this.#uidValidity = uidValidity;
    for (const observer of this.#observers) observer.uidValidityChanged();
  }

  get messages(): readonly StoredMessage[] {
    return this.#messages;
  }

  get uidNext(): number {
    return this.#uidNext;
  }

  get highestModSeq(): number {
    return this.#highestModSeq;
  }

  expungedSince(modSeq: number): readonly number[] | undefined {
    return this.#expungeLog.since(modSeq);
  }

  observe(observer: MailboxObserver): void {
    this.#observers.add(observer);
  }

  unobserve(observer: MailboxObserver): void {
    this.#observers.delete(observer);
  }

  append(arrivals: readonly NewMessage[]): readonly StoredMessage[] {
    const stored = arrivals.map((arrival) => this.#store(arrival));
    for (const message of stored) this.#messages.push(message);
    for (const observer of this.#observers) observer.messagesAppended(stored);
    return stored;
  }

  /** Equal flags keep the mod-sequence (RFC 7162 §3.1). */
  setFlags(message: StoredMessage, flags: Iterable<string>): void {
    const next = this.#canonicalFlags(flags);
    if (next.size === message.flags.size && [...next].every((flag) => message.flags.has(flag))) return;
    message.flags = next;
    this.#highestModSeq += 1;
    message.modSeq = this.#highestModSeq;
    for (const observer of this.#observers) observer.flagsChanged(message);
  }

  expunge(isLeaving: (message: StoredMessage) => boolean): void {
    const staying: StoredMessage[] = [];
    const leaving: StoredMessage[] = [];
    for (const message of this.#messages) (isLeaving(message) ? leaving : staying).push(message);
    if (leaving.length === 0) return;
    this.#messages = staying;
    this.#highestModSeq += 1;
    for (const message of leaving) {
      message.isExpunged = true;
      message.modSeq = this.#highestModSeq;
    }
    this.#expungeLog.add({ modSeq: this.#highestModSeq, uids: leaving.map(({ uid }) => uid) });
    for (const observer of this.#observers) observer.messagesExpunged();
  }

  #store(arrival: NewMessage): StoredMessage {
    const flags = this.#canonicalFlags(arrival.flags);
    this.#highestModSeq += 1;
    const uid = this.#uidNext;
    this.#uidNext += 1;
    const { content, internalDate } = arrival;
    return { uid, content, internalDate, flags, modSeq: this.#highestModSeq, isExpunged: false };
  }

  #canonicalFlags(flags: Iterable<string>): ReadonlySet<string> {
    const canonical = new Set<string>();
    for (const flag of flags) {
      if (!this.keepsKeywords && !flag.startsWith('\\')) continue;
      const name = this.flagNames.canonical(flag);
      if (name === undefined) throw new MailboxError('CANNOT', `The flag ${flag} cannot be stored`);
      canonical.add(name);
    }
    return canonical;
  }
}
