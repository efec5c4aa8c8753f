import type { MessageSet } from 'posthorn-imap';
import { FlagSets } from './flag-sets.ts';

/** Avoids a copy per new message. */
const SPARE = 64;
const OCTETS_PER_MESSAGE = 6;
const UNKNOWN_FLAGS = 0;

/** Ascending uids, and known flags. Positions are zero-based. */
export class IndexedMessages {
  #uids = new Uint32Array(0);
  #flagNumbers = new Uint16Array(0);
  #count = 0;
  readonly #flagSets = new FlagSets();

  get count(): number {
    return this.#count;
  }

  get lastUid(): number {
    return this.#uids[this.#count - 1] ?? 0;
  }

  get octets(): number {
    return this.#uids.length * OCTETS_PER_MESSAGE;
  }

  /** A copy; excludes `end`. */
  slice(start: number, end: number): Uint32Array {
    return this.#uids.slice(start, end);
  }

  uidAt(position: number): number | undefined {
    return this.#uids[position];
  }

  has(uid: number): boolean {
    return this.#positionOf(uid) !== undefined;
  }

  /** Undefined while unknown. */
  flagsOf(uid: number): readonly string[] | undefined {
    const position = this.#positionOf(uid);
    return position === undefined ? undefined : this.#flagSets.flagsOf(this.#flagNumbers[position] ?? 0);
  }

  /** The first position at or above `uid`, or `count`. */
  firstAtLeast(uid: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#uids[middle] ?? 0) < uid) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** False if unchanged. Remaining messages keep their flags. */
  replace(uids: Uint32Array): boolean {
    if (this.#isSame(uids)) return false;
    const flagNumbers = new Uint16Array(uids.length + SPARE);
    let old = 0;
    for (let position = 0; old < this.#count && position < uids.length; position += 1) {
      const uid = uids[position] ?? 0;
      while (old < this.#count && (this.#uids[old] ?? 0) < uid) old += 1;
      if (old < this.#count && this.#uids[old] === uid) flagNumbers[position] = this.#flagNumbers[old] ?? 0;
    }
    this.#uids = new Uint32Array(uids.length + SPARE);
    this.#uids.set(uids);
    this.#flagNumbers = flagNumbers;
    this.#count = uids.length;
    return true;
  }

  /** Adds uids above the last; false if none are. */
  add(uids: Uint32Array): boolean {
    const added = uids.filter((uid) => uid > this.lastUid);
    if (added.length === 0) return false;
    this.#makeRoom(this.#count + added.length);
    this.#uids.set(added, this.#count);
    this.#flagNumbers.fill(UNKNOWN_FLAGS, this.#count, this.#count + added.length);
    this.#count += added.length;
    return true;
  }

  removeRange(start: number, end: number): void {
    this.#uids.copyWithin(start, end, this.#count);
    this.#flagNumbers.copyWithin(start, end, this.#count);
    this.#count -= end - start;
  }

  /** Without `messages`: all flags. */
  forgetFlags(messages?: Pick<MessageSet, 'has'>): void {
    if (messages === undefined) this.#flagNumbers.fill(UNKNOWN_FLAGS);
    else {
      for (let position = 0; position < this.#count; position += 1) {
        if (messages.has(this.#uids[position] ?? 0)) this.#flagNumbers[position] = UNKNOWN_FLAGS;
      }
    }
  }

  /** False if unchanged. Too many different sets discard all other flags. */
  setFlags(uid: number, flags: readonly string[]): boolean {
    const position = this.#positionOf(uid);
    if (position === undefined) return false;
    let number = this.#flagSets.numberOf(flags);
    if (number === UNKNOWN_FLAGS) {
      this.#flagSets.clear();
      this.forgetFlags();
      number = this.#flagSets.numberOf(flags);
    }
    if (this.#flagNumbers[position] === number) return false;
    this.#flagNumbers[position] = number;
    return true;
  }

  #makeRoom(count: number): void {
    if (count <= this.#uids.length) return;
    const [uids, flagNumbers] = [this.#uids, this.#flagNumbers];
    this.#uids = new Uint32Array(count + SPARE);
    this.#flagNumbers = new Uint16Array(count + SPARE);
    this.#uids.set(uids.subarray(0, this.#count));
    this.#flagNumbers.set(flagNumbers.subarray(0, this.#count));
  }

  #isSame(uids: Uint32Array): boolean {
    return uids.length === this.#count && uids.every((uid, position) => uid === this.#uids[position]);
  }

  #positionOf(uid: number): number | undefined {
    const position = this.firstAtLeast(uid);
    return position < this.#count && this.#uids[position] === uid ? position : undefined;
  }
}
