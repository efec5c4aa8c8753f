/** Ranges in written order (RFC 9051 §9), unexpanded: twelve octets can name four billion messages. */
export class NumberSet {
  /** First and last, in turn; may descend (RFC 5267 §3). */
  readonly ranges: Uint32Array;

  constructor(ranges: Uint32Array) {
    this.ranges = ranges;
  }

  /** With repetitions. */
  get size(): number {
    let size = 0;
    for (let index = 0; index < this.ranges.length; index += 2) {
      size += Math.abs((this.ranges[index + 1] ?? 0) - (this.ranges[index] ?? 0)) + 1;
    }
    return size;
  }

  /** In the set's order; undefined for more than `limit`. */
  toNumbers(limit: number): Uint32Array | undefined {
    const { ranges, size } = this;
    if (size > limit) return undefined;
    const numbers = new Uint32Array(size);
    let position = 0;
    for (let index = 0; index < ranges.length; index += 2) {
      const first = ranges[index] ?? 0;
      const last = ranges[index + 1] ?? 0;
      const step = first <= last ? 1 : -1;
      for (let number = first; number !== last + step; number += step) numbers[position++] = number;
    }
    return numbers;
  }
}
