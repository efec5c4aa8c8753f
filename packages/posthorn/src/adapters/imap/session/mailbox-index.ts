import type { FetchResponse, MessageSet, NumberSet, UntaggedResponse, VanishedResponse } from 'posthorn-imap';
import { IndexedMessages } from './indexed-messages.ts';

/**
 * A mailbox's uids and known flags by message number, updated by one session's responses (RFC 9051 §7.4,
 * §7.5). Six octets a message.
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

  get count(): number {
    return this.#messages.count;
  }

  /** Of the uids; unique across indexes. */
  get version(): number {
    return this.#version;
  }

  /** Of the known flags; unique across indexes. */
  get flagsVersion(): number {
    return this.#flagsVersion;
  }

  /** Reported arrivals and removals. */
  get changes(): number {
    return this.#changes;
  }

  /** True if it has every message the session numbers. */
  get isComplete(): boolean {
    return this.#isCertain && this.count === this.#exists;
  }

  get lacksOnlyNew(): boolean {
    return this.#isCertain && this.count < this.#exists;
  }

  get lastUid(): number {
    return this.#messages.lastUid;
  }

  get octets(): number {
    return this.#messages.octets;
  }

  /** A copy, ascending, like `uidsAbove` and `uidsBelow`. */
  uids(): Uint32Array {
    return this.#messages.slice(0, this.count);
  }

  uidsAbove(uid: number): Uint32Array {
    return this.#messages.slice(this.#messages.firstAtLeast(uid + 1), this.count);
  }

  uidsBelow(uid: number): Uint32Array {
    return this.#messages.slice(0, this.#messages.firstAtLeast(uid));
  }

  has(uid: number): boolean {
    return this.#messages.has(uid);
  }

  flagsOf(uid: number): readonly string[] | undefined {
    return this.#messages.flagsOf(uid);
  }

  /** Sessions number messages differently. */
  isKeptBy(keeper: object): boolean {
    return this.#keeper === keeper;
  }

  /** Follows another session; known uids may be outdated. */
  follow(keeper: object, exists: number): void {
    this.#keeper = keeper;
    this.#exists = exists;
    this.doubt();
  }

  unfollow(): void {
    this.#keeper = null;
  }

  doubt(): void {
    this.#isCertain = false;
    this.#changes += 1;
  }

  /** For equal counts. */
  confirm(): void {
    this.#isCertain = true;
  }

  /** All uids, ascending; remaining messages keep flags. */
  replace(uids: Uint32Array): void {
    this.#isCertain = true;
    if (this.#messages.replace(uids)) this.#version = newVersion();
  }

  add(uids: Uint32Array): void {
    if (this.#messages.add(uids)) this.#version = newVersion();
  }

  /** Without `messages`: all flags. */
  forgetFlags(messages?: Pick<MessageSet, 'has'>): void {
    this.#flagsVersion = newVersion();
    this.#messages.forgetFlags(messages);
  }

  /** After a lost or unreadable response. */
  loseTrack(): void {
    this.doubt();
    this.forgetFlags();
  }

  /** For each response, in order. */
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

  /** Ends a run of expunges; call it after each command. */
  endCommand(): void {
    this.#lastExpunged = Number.POSITIVE_INFINITY;
  }

  #observeExists(exists: number): void {
    this.#changes += 1;
    // EXISTS never removes (RFC 9051 §7.4.1).
    if (exists < this.#exists) this.#isCertain = false;
    this.#exists = exists;
  }

  /** Some servers do not renumber after each expunge: only descending numbers are clear. */
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
    // Descending: other positions stay valid.
    for (const [first, last] of ascendingRanges(uids).reverse()) {
      this.#messages.removeRange(this.#messages.firstAtLeast(first), this.#messages.firstAtLeast(last + 1));
    }
    if (this.count < before) this.#version = newVersion();
  }

  #observeFetch({ sequenceNumber, uid, flags }: FetchResponse): void {
    const isNumbered = this.#isCertain && sequenceNumber <= this.count;
    const numbered = isNumbered ? this.#messages.uidAt(sequenceNumber - 1) : undefined;
    // The numbers shifted unnoticed.
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

/** Caches must not confuse two indexes. */
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
