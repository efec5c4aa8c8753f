/** Uids and flags of many messages in typed arrays. */
import type { MessageSet } from 'posthorn-imap';
import { FlagSets } from './flag-sets.ts';

/** Room for new messages, so that not each of them copies the arrays. */
const SPARE = 64;
const OCTETS_PER_MESSAGE = 6;
const UNKNOWN_FLAGS = 0;

/** Messages, ascending by uid, each with its flags where they are known. A position counts from zero. */
export class IndexedMessages {
  #uids = new Uint32Array(0);
  #flagNumbers = new Uint16Array(0);
  #count = 0;
  readonly #flagSets = new FlagSets();

  get count(): number {
    return this.#count;
  }

  /** The highest uid; 0 for none. */
  get lastUid(): number {
    return this.#uids[this.#count - 1] ?? 0;
  }

  /** What the arrays hold, in octets. */
  get octets(): number {
    return this.#uids.length * OCTETS_PER_MESSAGE;
  }

  /** The uids from `start` to `end`, which is not included; a copy. */
  slice(start: number, end: number): Uint32Array {
    return this.#uids.slice(start, end);
  }

  /** The uid at a position below `count`. */
  uidAt(position: number): number | undefined {
    return this.#uids[position];
  }

  has(uid: number): boolean {
    return this.#positionOf(uid) !== undefined;
  }

  /** Undefined where they are not known. The same array for equal flags. */
  flagsOf(uid: number): readonly string[] | undefined {
    const position = this.#positionOf(uid);
    return position === undefined ? undefined : this.#flagSets.flagsOf(this.#flagNumbers[position] ?? 0);
  }

  /** The position of the first uid that is not below this one; `count` where there is none. */
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

  /** Sets all uids, ascending. The flags of messages that stay are kept. False where nothing has changed. */
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

  /** Adds those of the uids, which ascend, that are above the last one. False where there are none. */
  add(uids: Uint32Array): boolean {
    const added = uids.filter((uid) => uid > this.lastUid);
    if (added.length === 0) return false;
    this.#makeRoom(this.#count + added.length);
    this.#uids.set(added, this.#count);
    this.#flagNumbers.fill(UNKNOWN_FLAGS, this.#count, this.#count + added.length);
    this.#count += added.length;
    return true;
  }

  /** Removes the messages at the positions from `start` to `end`, which is not included. */
  removeRange(start: number, end: number): void {
    this.#uids.copyWithin(start, end, this.#count);
    this.#flagNumbers.copyWithin(start, end, this.#count);
    this.#count -= end - start;
  }

  /** Forgets the flags of these messages, or of all. */
  forgetFlags(messages?: Pick<MessageSet, 'has'>): void {
    if (messages === undefined) this.#flagNumbers.fill(UNKNOWN_FLAGS);
    else {
      for (let position = 0; position < this.#count; position += 1) {
        if (messages.has(this.#uids[position] ?? 0)) this.#flagNumbers[position] = UNKNOWN_FLAGS;
      }
    }
  }

  /** False where nothing has changed. May forget the flags of all other messages, once there are too many different ones. */
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
