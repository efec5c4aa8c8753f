/** Dovecot limits command lines to 64 KB, others to 8 KB. */
const MAX_SET_OCTETS = 8000;

/** RFC 9051 §9, `nz-number`. */
const MAX_NUMBER = 4_294_967_295;

/** Ascending numbers or uids in ranges (RFC 9051 §9). */
export class MessageSet {
  readonly #ranges: ArrayLike<number>;
  /** `1:4,7`. */
  readonly text: string;

  readonly #size: number | undefined;

  /** `ranges`: first and last, in turn, ascending. */
  constructor(ranges: ArrayLike<number>, saved?: { readonly size: number }) {
    this.#ranges = ranges;
    this.#size = saved?.size;
    this.text = saved ? '$' : toText(ranges);
  }

  /** The last search's result (SEARCHRES, RFC 5182), at most `size` messages. */
  static saved(size: number): MessageSet {
    return new MessageSet([1, MAX_NUMBER], { size });
  }

  static range(first: number, last: number): MessageSet {
    return new MessageSet([first, last]);
  }

  /** Split to fit commands; none for no numbers. */
  static of(numbers: Iterable<number>): readonly MessageSet[] {
    const ascending = Uint32Array.from(numbers).sort();
    return split(toRanges(ascending));
  }

  get size(): number {
    if (this.#size !== undefined) return this.#size;
    let size = 0;
    for (let index = 0; index < this.#ranges.length; index += 2) {
      size += (this.#ranges[index + 1] ?? 0) - (this.#ranges[index] ?? 0) + 1;
    }
    return size;
  }

  has(number: number): boolean {
    let low = 0;
    let high = this.#ranges.length / 2 - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (number < (this.#ranges[2 * middle] ?? 0)) high = middle - 1;
      else if (number > (this.#ranges[2 * middle + 1] ?? 0)) low = middle + 1;
      else return true;
    }
    return false;
  }
}

function toRanges(ascending: Uint32Array): readonly number[] {
  const ranges: number[] = [];
  for (const number of ascending) {
    const last = ranges.at(-1);
    if (last !== undefined && number <= last + 1) ranges[ranges.length - 1] = number;
    else ranges.push(number, number);
  }
  return ranges;
}

function split(ranges: readonly number[]): readonly MessageSet[] {
  const sets: MessageSet[] = [];
  let current: number[] = [];
  let octets = 0;
  for (let index = 0; index < ranges.length; index += 2) {
    const [first = 0, last = 0] = [ranges[index], ranges[index + 1]];
    const length = rangeText(first, last).length + 1;
    if (octets + length > MAX_SET_OCTETS) {
      sets.push(new MessageSet(current));
      current = [];
      octets = 0;
    }
    current.push(first, last);
    octets += length;
  }
  return current.length === 0 ? sets : [...sets, new MessageSet(current)];
}

function toText(ranges: ArrayLike<number>): string {
  const texts: string[] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    texts.push(rangeText(ranges[index] ?? 0, ranges[index + 1] ?? 0));
  }
  return texts.join(',');
}

function rangeText(first: number, last: number): string {
  return first === last ? String(first) : `${first}:${last}`;
}
