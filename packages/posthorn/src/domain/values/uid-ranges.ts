import { endianness } from 'node:os';

const HIGH_WORD = endianness() === 'LE' ? 1 : 0;

/** Immutable: ascending, disjoint, non-adjacent ranges. */
export class UidRanges {
  static readonly none = new UidRanges(new Uint32Array());

  /** First and last; typed, as each message may be a range. */
  readonly bounds: Uint32Array;

  private constructor(bounds: Uint32Array) {
    this.bounds = bounds;
  }

  /** Any order, repetitions allowed. */
  static of(numbers: Iterable<number>): UidRanges {
    const ascending = Uint32Array.from(numbers).sort();
    const merged = new GrowingRanges(2 * ascending.length);
    for (const number of ascending) merged.add(number, number);
    return new UidRanges(merged.toBounds());
  }

  /** In any order; may overlap or descend (RFC 9051 §9, `sequence-set`). */
  static ofBounds(bounds: ArrayLike<number>): UidRanges {
    const pairs = ascendingPairs(bounds);
    const merged = new GrowingRanges(pairs.length);
    for (let index = 0; index < pairs.length; index += 2)
      merged.add(pairs[index] ?? 0, pairs[index + 1] ?? 0);
    return new UidRanges(merged.toBounds());
  }

  /** Inclusive. */
  static span(first: number, last: number): UidRanges {
    return last < first ? UidRanges.none : new UidRanges(Uint32Array.of(first, last));
  }

  get size(): number {
    let size = 0;
    for (let index = 0; index < this.bounds.length; index += 2) {
      size += (this.bounds[index + 1] ?? 0) - (this.bounds[index] ?? 0) + 1;
    }
    return size;
  }

  get first(): number | null {
    return this.bounds[0] ?? null;
  }

  has(uid: number): boolean {
    const range = this.#rangeAtOrAfter(uid);
    return range < this.bounds.length && (this.bounds[range] ?? 0) <= uid;
  }

  plus(other: UidRanges): UidRanges {
    const [one, two] = [this.bounds, other.bounds];
    const merged = new GrowingRanges(one.length + two.length);
    for (let x = 0, y = 0; x < one.length || y < two.length; ) {
      const isFirst = y === two.length || (x < one.length && (one[x] ?? 0) <= (two[y] ?? 0));
      const source = isFirst ? one : two;
      const index = isFirst ? x : y;
      merged.add(source[index] ?? 0, source[index + 1] ?? 0);
      if (isFirst) x += 2;
      else y += 2;
    }
    return new UidRanges(merged.toBounds());
  }

  minus(other: UidRanges): UidRanges {
    const cuts = other.bounds;
    const left = new GrowingRanges(this.bounds.length + cuts.length);
    for (let index = 0; index < this.bounds.length; index += 2) {
      const last = this.bounds[index + 1] ?? 0;
      let next = this.bounds[index] ?? 0;
      for (let at = other.#rangeAtOrAfter(next); at < cuts.length && (cuts[at] ?? 0) <= last; at += 2) {
        const begin = cuts[at] ?? 0;
        if (begin > next) left.add(next, begin - 1);
        next = Math.max(next, (cuts[at + 1] ?? 0) + 1);
      }
      if (next <= last) left.add(next, last);
    }
    return new UidRanges(left.toBounds());
  }

  /** Exclusive. */
  below(limit: number): UidRanges {
    const end = this.#rangeAtOrAfter(limit);
    if (!this.has(limit)) return new UidRanges(this.bounds.subarray(0, end));
    const first = this.bounds[end] ?? 0;
    const cut = this.bounds.slice(0, first === limit ? end : end + 2);
    if (first < limit) cut[end + 1] = limit - 1;
    return new UidRanges(cut);
  }

  /** Inclusive. */
  from(limit: number): UidRanges {
    const begin = this.#rangeAtOrAfter(limit);
    if (!this.has(limit)) return new UidRanges(this.bounds.subarray(begin));
    const cut = this.bounds.slice(begin);
    cut[0] = limit;
    return new UidRanges(cut);
  }

  /** Descending. */
  newest(count: number): readonly number[] {
    const uids: number[] = [];
    for (let index = this.bounds.length - 2; index >= 0 && uids.length < count; index -= 2) {
      const [first, last] = [this.bounds[index] ?? 0, this.bounds[index + 1] ?? 0];
      for (let uid = last; uid >= first && uids.length < count; uid -= 1) uids.push(uid);
    }
    return uids;
  }

  /** Such as `1:4,7` (RFC 9051 §9). */
  toText(): string {
    return [...this.textParts(this.bounds.length)].join(',');
  }

  /** `count` ranges each, without commas between: long texts need not block the event loop. */
  *textParts(count: number): Generator<string> {
    for (let begin = 0; begin < this.bounds.length; begin += 2 * count) {
      const texts: string[] = [];
      const end = Math.min(begin + 2 * count, this.bounds.length);
      for (let index = begin; index < end; index += 2) {
        const [first, last] = [this.bounds[index] ?? 0, this.bounds[index + 1] ?? 0];
        texts.push(first === last ? `${first}` : `${first}:${last}`);
      }
      yield texts.join(',');
    }
  }

  /** Ends at or after the uid. */
  #rangeAtOrAfter(uid: number): number {
    let low = 0;
    let high = this.bounds.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.bounds[2 * middle + 1] ?? 0) < uid) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  }
}

class GrowingRanges {
  readonly #bounds: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#bounds = new Uint32Array(capacity);
  }

  /** By ascending `first`; adjacent ranges merge. */
  add(first: number, last: number): void {
    const end = this.#length === 0 ? undefined : this.#bounds[this.#length - 1];
    if (end !== undefined && first <= end + 1) {
      if (last > end) this.#bounds[this.#length - 1] = last;
      return;
    }
    this.#bounds[this.#length] = first;
    this.#bounds[this.#length + 1] = last;
    this.#length += 2;
  }

  toBounds(): Uint32Array {
    const { length } = this.#bounds;
    return this.#length === length ? this.#bounds : this.#bounds.slice(0, this.#length);
  }
}

function ascendingPairs(bounds: ArrayLike<number>): ArrayLike<number> {
  if (isAscending(bounds)) return bounds;
  const pairs = new Uint32Array(2 * Math.floor(bounds.length / 2));
  for (let index = 0; index < pairs.length; index += 2) {
    const [one, other] = [bounds[index] ?? 0, bounds[index + 1] ?? 0];
    pairs[index + HIGH_WORD] = Math.min(one, other);
    pairs[index + 1 - HIGH_WORD] = Math.max(one, other);
  }
  // JavaScript compares millions of pairs in seconds.
  new BigUint64Array(pairs.buffer).sort();
  if (HIGH_WORD === 0) return pairs;
  for (let index = 0; index < pairs.length; index += 2) {
    const last = pairs[index] ?? 0;
    pairs[index] = pairs[index + 1] ?? 0;
    pairs[index + 1] = last;
  }
  return pairs;
}

function isAscending(bounds: ArrayLike<number>): boolean {
  let before = 0;
  for (let index = 0; index < bounds.length; index += 2) {
    const first = bounds[index] ?? 0;
    if (first < before || (bounds[index + 1] ?? 0) < first) return false;
    before = first;
  }
  return bounds.length % 2 === 0;
}
