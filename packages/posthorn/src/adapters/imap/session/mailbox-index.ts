/** The uids and flags of a mailbox, kept current by the responses of a session (RFC 9051 §7.4, §7.5). */
import type { FetchResponse, MessageSet, NumberSet, UntaggedResponse, VanishedResponse } from 'posthorn-imap';
import { IndexedMessages } from './indexed-messages.ts';

/**
 * The messages of one mailbox and uidValidity as one session knows them, ascending by uid, which is the order of their message numbers.
 * It costs six octets a message. Flags are known only of messages that a response has named.
 */
export class MailboxIndex {
  readonly uidValidity: number;
  readonly #messages = new IndexedMessages();
  #exists = 0;
  #version = newVersion();
  #flagsVersion = newVersion();
  #isCertain = false;
  #changes = 0;
  #keeper: object | null = null;
  #lastExpunged = Number.POSITIVE_INFINITY;

  constructor(uidValidity: number) {
    this.uidValidity = uidValidity;
  }

  /** Messages whose uids are known. */
  get count(): number {
    return this.#messages.count;
  }

  /** Another number after each change of the uids, and for each index. */
  get version(): number {
    return this.#version;
  }

  /** Another number after each change of flags that are known, and for each index. */
  get flagsVersion(): number {
    return this.#flagsVersion;
  }

  /** Counts the arrivals and removals that the server has reported. */
  get changes(): number {
    return this.#changes;
  }

  /** True when the uids are those of the mailbox as the session knows it. */
  get isComplete(): boolean {
    return this.#isCertain && this.count === this.#exists;
  }

  /** True when nothing but new messages is missing. */
  get lacksOnlyNew(): boolean {
    return this.#isCertain && this.count < this.#exists;
  }

  /** The highest uid that is known; 0 for none. */
  get lastUid(): number {
    return this.#messages.lastUid;
  }

  /** What the arrays hold, in octets. */
  get octets(): number {
    return this.#messages.octets;
  }

  /** The uids, ascending; a copy. */
  uids(): Uint32Array {
    return this.#messages.slice(0, this.count);
  }

  /** The uids above this one, ascending; a copy. */
  uidsAbove(uid: number): Uint32Array {
    return this.#messages.slice(this.#messages.firstAtLeast(uid + 1), this.count);
  }

  /** The uids below this one, ascending; a copy. */
  uidsBelow(uid: number): Uint32Array {
    return this.#messages.slice(0, this.#messages.firstAtLeast(uid));
  }

  has(uid: number): boolean {
    return this.#messages.has(uid);
  }

  /** The flags as last reported; undefined where they never were. The same array for equal flags. */
  flagsOf(uid: number): readonly string[] | undefined {
    return this.#messages.flagsOf(uid);
  }

  /** True for the session whose responses are observed. No two sessions number the messages alike. */
  isKeptBy(keeper: object): boolean {
    return this.#keeper === keeper;
  }

  /** Observes this session from now on, which counts `exists` messages in the mailbox; what is known may be out of date. */
  follow(keeper: object, exists: number): void {
    this.#keeper = keeper;
    this.#exists = exists;
    this.doubt();
  }

  /** Stops observing. */
  unfollow(): void {
    this.#keeper = null;
  }

  /** The uids may be out of date. */
  doubt(): void {
    this.#isCertain = false;
    this.#changes += 1;
  }

  /** Confirms that the known uids are those of the session, because the counts of the mailbox are the same. */
  confirm(): void {
    this.#isCertain = true;
  }

  /** Sets all uids, ascending. The flags of messages that stay are kept. */
  replace(uids: Uint32Array): void {
    this.#isCertain = true;
    if (this.#messages.replace(uids)) this.#version = newVersion();
  }

  /** Adds new messages, ascending; those that are known already are left out. */
  add(uids: Uint32Array): void {
    if (this.#messages.add(uids)) this.#version = newVersion();
  }

  /** Forgets the flags of these messages, or of all. */
  forgetFlags(messages?: Pick<MessageSet, 'has'>): void {
    this.#flagsVersion = newVersion();
    this.#messages.forgetFlags(messages);
  }

  /** Call it where a response was lost or could not be read: nothing is certain then. */
  loseTrack(): void {
    this.doubt();
    this.forgetFlags();
  }

  /** Takes a response of the session, in the order of arrival. */
  observe(response: UntaggedResponse): void {
    switch (response.kind) {
      case 'exists':
        this.#observeExists(response.number);
        break;
      case 'expunge':
        this.#observeExpunge(response.number);
        break;
      case 'vanished':
        if (!response.isEarlier) this.#observeVanished(response);
        break;
      case 'fetch':
        this.#observeFetch(response);
        break;
      default:
    }
  }

  /** Call it at the end of each command: what follows does not belong to the expunges before. */
  endCommand(): void {
    this.#lastExpunged = Number.POSITIVE_INFINITY;
  }

  #observeExists(exists: number): void {
    this.#changes += 1;
    // Messages go by EXPUNGE and never by EXISTS (RFC 9051 §7.4.1).
    if (exists < this.#exists) this.#isCertain = false;
    this.#exists = exists;
  }

  /**
   * Descending numbers mean the same whether each is counted after the expunges before it or not. Some servers do not count them, so
   * what an ascending one means is open.
   */
  #observeExpunge(number: number): void {
    this.#changes += 1;
    this.#exists = Math.max(0, this.#exists - 1);
    if (number > this.#lastExpunged) this.#isCertain = false;
    this.#lastExpunged = number;
    if (!this.#isCertain || number > this.count) return;
    this.#messages.removeRange(number - 1, number);
    this.#version = newVersion();
  }

  #observeVanished({ uids }: VanishedResponse): void {
    this.#changes += 1;
    this.#exists = Math.max(0, this.#exists - uids.size);
    const before = this.count;
    // From the highest range down, so that the positions of the others stay.
    for (const [first, last] of ascendingRanges(uids).reverse()) {
      this.#messages.removeRange(this.#messages.firstAtLeast(first), this.#messages.firstAtLeast(last + 1));
    }
    if (this.count < before) this.#version = newVersion();
  }

  #observeFetch({ sequenceNumber, uid, flags }: FetchResponse): void {
    const isNumbered = this.#isCertain && sequenceNumber <= this.count;
    const numbered = isNumbered ? this.#messages.uidAt(sequenceNumber - 1) : undefined;
    // The numbers have shifted in a way that went unnoticed.
    if (isNumbered && uid !== undefined && uid !== numbered) this.#isCertain = false;
    if (flags === undefined) return;
    const named = uid ?? numbered;
    if (named !== undefined) this.#setFlags(named, flags);
    else if (!this.#isCertain) this.forgetFlags();
  }

  #setFlags(uid: number, flags: readonly string[]): void {
    if (this.#messages.setFlags(uid, flags)) this.#flagsVersion = newVersion();
  }
}

let versions = 0;

/** No two indexes of this process have a version in common, so what was made of one is never taken for that of another. */
function newVersion(): number {
  versions += 1;
  return versions;
}

function ascendingRanges({ ranges }: NumberSet): [number, number][] {
  const pairs: [number, number][] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    const [first = 0, last = 0] = [ranges[index], ranges[index + 1]];
    pairs.push([Math.min(first, last), Math.max(first, last)]);
  }
  return pairs.sort(([a], [b]) => a - b);
}
