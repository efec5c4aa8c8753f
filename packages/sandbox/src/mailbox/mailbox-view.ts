import type { Mailbox, MailboxObserver, StoredMessage } from './mailbox.ts';

export type MailboxUpdate =
  | { readonly kind: 'keywords' }
  | { readonly kind: 'expunges'; readonly expunges: readonly Expunge[] }
  | { readonly kind: 'exists'; readonly count: number; readonly arrivals: readonly Arrival[] }
  | { readonly kind: 'recent'; readonly count: number }
  | { readonly kind: 'flags'; readonly number: number; readonly message: StoredMessage };

/** An expunged message; its number follows earlier expunges. */
export interface Expunge {
  readonly number: number;
  readonly uid: number;
}

/** A message added by others. */
export interface Arrival {
  readonly number: number;
  readonly message: StoredMessage;
}

export type NewsKind = 'arrivals' | 'expunges' | 'flags';

/** Reportable events. */
export interface NewsRequest {
  readonly mayExpunge: boolean;
  /** Others wait, unless the client's own. */
  readonly kinds: ReadonlySet<NewsKind>;
}

/** A mailbox and its observer. */
export interface MailboxViewOptions {
  readonly mailbox: Mailbox;
  readonly isReadOnly: boolean;
  readonly onNews: () => void;
  readonly isOwnChange: () => boolean;
  readonly hides: (message: StoredMessage) => boolean;
  /** False under IMAP4rev2. */
  readonly tellsRecent: boolean;
}

/** Message numbers are stable until `takeUpdates` (RFC 3501 §5.5, §7.4.1). Call `close` when deselected. */
export class MailboxView implements MailboxObserver {
  readonly mailbox: Mailbox;
  readonly isReadOnly: boolean;
  readonly #onNews: () => void;
  readonly #isOwnChange: () => boolean;
  readonly #tellsRecent: boolean;
  readonly #hides: MailboxViewOptions['hides'];
  #numbering: StoredMessage[];
  readonly #recent = new Set<StoredMessage>();
  #savedResult: ReadonlySet<StoredMessage> = new Set();
  readonly #changed = new Set<StoredMessage>();
  readonly #ownArrivals = new Set<StoredMessage>();
  #hasExpunged = false;
  #hasOwnExpunges = false;
  #toldRecentCount: number;
  #keywordCount: number;

  constructor(options: MailboxViewOptions) {
    this.mailbox = options.mailbox;
    this.isReadOnly = options.isReadOnly;
    this.#onNews = options.onNews;
    this.#isOwnChange = options.isOwnChange;
    this.#tellsRecent = options.tellsRecent;
    this.#hides = options.hides;
    this.#numbering = [...options.mailbox.messages];
    this.#keywordCount = options.mailbox.flagNames.keywordCount;
    this.#claimRecent(this.#numbering);
    this.#toldRecentCount = this.recentCount;
    options.mailbox.observe(this);
  }

  get messages(): readonly StoredMessage[] {
    return this.#numbering;
  }

  get recentCount(): number {
    return this.#recent.size;
  }

  isRecent(message: StoredMessage): boolean {
    return this.#recent.has(message);
  }

  indexOfUid(uid: number): number {
    let low = 0;
    let high = this.#numbering.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#numbering[middle]?.uid ?? 0) < uid) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** `$` (RFC 5182 §2.1). */
  get savedResult(): ReadonlySet<StoredMessage> {
    return this.#savedResult;
  }

  saveResult(messages: readonly StoredMessage[]): void {
    this.#savedResult = new Set(messages);
  }

  hasUid(uid: number): boolean {
    return this.#numbering[this.indexOfUid(uid)]?.uid === uid;
  }

  get lowestHiddenModSeq(): number | undefined {
    if (!this.#hasExpunged) return undefined;
    const hidden = this.#numbering.filter((message) => message.isExpunged).map(({ modSeq }) => modSeq);
    return hidden.length === 0 ? undefined : hidden.reduce((lowest, modSeq) => Math.min(lowest, modSeq));
  }

  /** Its flags are reported elsewhere. */
  markAsTold(message: StoredMessage): void {
    this.#changed.delete(message);
  }

  takeUpdates({ mayExpunge, kinds }: NewsRequest): readonly MailboxUpdate[] {
    const tellsExpunges = mayExpunge && (kinds.has('expunges') || this.#hasOwnExpunges);
    const tellsArrivals = kinds.has('arrivals') || this.#ownArrivals.size > 0;
    return [
      ...(kinds.has('flags') ? this.#takeKeywords() : []),
      ...(tellsExpunges ? this.#takeExpunges() : []),
      ...(tellsArrivals ? this.#takeArrivals() : []),
      ...(tellsExpunges || tellsArrivals ? this.#takeRecent() : []),
      ...(kinds.has('flags') ? this.#takeFlagChanges() : []),
    ];
  }

  close(): void {
    this.mailbox.unobserve(this);
  }

  messagesAppended(messages: readonly StoredMessage[]): void {
    if (this.#isOwnChange()) for (const message of messages) this.#ownArrivals.add(message);
    this.#onNews();
  }

  messagesExpunged(): void {
    this.#hasExpunged = true;
    this.#hasOwnExpunges ||= this.#isOwnChange();
    this.#onNews();
  }

  uidValidityChanged(): void {}

  flagsChanged(message: StoredMessage): void {
    this.#changed.add(message);
    this.#onNews();
  }

  #takeKeywords(): readonly MailboxUpdate[] {
    if (this.#keywordCount === this.mailbox.flagNames.keywordCount) return [];
    this.#keywordCount = this.mailbox.flagNames.keywordCount;
    return [{ kind: 'keywords' }];
  }

  /** Highest first: no number shifts. */
  #takeExpunges(): readonly MailboxUpdate[] {
    if (!this.#hasExpunged) return [];
    this.#hasExpunged = false;
    this.#hasOwnExpunges = false;
    const expunges: Expunge[] = [];
    for (let index = this.#numbering.length - 1; index >= 0; index--) {
      const message = this.#numbering[index];
      if (message?.isExpunged !== true) continue;
      expunges.push({ number: index + 1, uid: message.uid });
      this.#recent.delete(message);
      this.#changed.delete(message);
    }
    this.#numbering = this.#numbering.filter((message) => !message.isExpunged);
    return expunges.length === 0 ? [] : [{ kind: 'expunges', expunges }];
  }

  #takeArrivals(): readonly MailboxUpdate[] {
    const added = this.#messagesAfter(this.#numbering.at(-1)?.uid ?? 0).filter(
      (message) => !this.#hides(message),
    );
    const arrivals: Arrival[] = [];
    for (const message of added) {
      const number = this.#numbering.push(message);
      if (!this.#ownArrivals.has(message)) arrivals.push({ number, message });
    }
    this.#ownArrivals.clear();
    if (added.length === 0) return [];
    this.#claimRecent(added);
    return [{ kind: 'exists', count: this.#numbering.length, arrivals }];
  }

  #takeRecent(): readonly MailboxUpdate[] {
    if (this.#toldRecentCount === this.recentCount) return [];
    this.#toldRecentCount = this.recentCount;
    return [{ kind: 'recent', count: this.recentCount }];
  }

  #messagesAfter(uid: number): readonly StoredMessage[] {
    const { messages } = this.mailbox;
    let start = messages.length;
    while (start > 0 && (messages[start - 1]?.uid ?? 0) > uid) start -= 1;
    return messages.slice(start);
  }

  #takeFlagChanges(): readonly MailboxUpdate[] {
    const updates: MailboxUpdate[] = [];
    for (const message of this.#changed) {
      const index = this.indexOfUid(message.uid);
      if (message.isExpunged || this.#numbering[index] !== message) continue;
      updates.push({ kind: 'flags', number: index + 1, message });
    }
    this.#changed.clear();
    return updates;
  }

  #claimRecent(messages: readonly StoredMessage[]): void {
    for (const message of messages) {
      if (this.#tellsRecent && message.uid >= this.mailbox.firstRecentUid) this.#recent.add(message);
    }
    if (!this.isReadOnly) this.mailbox.firstRecentUid = this.mailbox.uidNext;
  }
}
