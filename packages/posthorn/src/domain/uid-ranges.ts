/** Sets of uids as ranges: a mailbox of a million messages is a few numbers. */

/** 2^32 - 1 (RFC 9051 §9, `nz-number`). */
const MAX_UID = 4_294_967_295;

/** An immutable set of uids. The ranges ascend, do not overlap and do not touch. */
export class UidRanges {
  static readonly none = new UidRanges([]);

  /** First and last of each range, in turn. */
  readonly bounds: readonly number[];

  private constructor(bounds: readonly number[]) {
    this.bounds = bounds;
  }

  /** The numbers in any order; repeated ones count once. */
  static of(numbers: Iterable<number>): UidRanges {
    const ascending = Float64Array.from(numbers).sort();
    const bounds: number[] = [];
    for (const number of ascending) add(bounds, number, number);
    return new UidRanges(bounds);
  }

  /** First and last of each range in turn, in any order; ranges may overlap or descend (RFC 9051 §9, `sequence-set`). */
  static ofBounds(bounds: ArrayLike<number>): UidRanges {
    const pairs: [number, number][] = [];
    for (let index = 0; index + 1 < bounds.length; index += 2) {
      const [one, other] = [bounds[index] ?? 0, bounds[index + 1] ?? 0];
      pairs.push(one <= other ? [one, other] : [other, one]);
    }
    const merged: number[] = [];
    for (const [first, last] of pairs.sort(([a], [b]) => a - b)) add(merged, first, last);
    return new UidRanges(merged);
  }

  /** All uids from the first to the last; none when the last is smaller. */
  static span(first: number, last: number): UidRanges {
    return last < first ? UidRanges.none : new UidRanges([first, last]);
  }

  get size(): number {
    let size = 0;
    for (const [first, last] of this.pairs()) size += last - first + 1;
    return size;
  }

  /** The smallest uid; null for none. */
  get first(): number | null {
    return this.bounds[0] ?? null;
  }

  has(uid: number): boolean {
    let low = 0;
    let high = this.bounds.length / 2 - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (uid < (this.bounds[2 * middle] ?? 0)) high = middle - 1;
      else if (uid > (this.bounds[2 * middle + 1] ?? 0)) low = middle + 1;
      else return true;
    }
    return false;
  }

  plus(other: UidRanges): UidRanges {
    return UidRanges.ofBounds([...this.bounds, ...other.bounds]);
  }

  minus(other: UidRanges): UidRanges {
    const left: number[] = [];
    const cuts = [...other.pairs()];
    let cut = 0;
    for (const [first, last] of this.pairs()) {
      let next = first;
      while ((cuts[cut]?.[1] ?? MAX_UID) < first) cut += 1;
      for (let at = cut; (cuts[at]?.[0] ?? Number.POSITIVE_INFINITY) <= last; at += 1) {
        const [begin, end] = cuts[at] ?? [0, 0];
        if (begin > next) left.push(next, begin - 1);
        next = Math.max(next, end + 1);
      }
      if (next <= last) left.push(next, last);
    }
    return new UidRanges(left);
  }

  /** The uids smaller than the limit. */
  below(limit: number): UidRanges {
    return this.minus(UidRanges.span(limit, MAX_UID));
  }

  /** The uids from the limit on. */
  from(limit: number): UidRanges {
    return this.minus(UidRanges.span(0, limit - 1));
  }

  /** The greatest uids, at most so many, descending. */
  newest(count: number): readonly number[] {
    const uids: number[] = [];
    for (let index = this.bounds.length - 2; index >= 0 && uids.length < count; index -= 2) {
      const [first, last] = [this.bounds[index] ?? 0, this.bounds[index + 1] ?? 0];
      for (let uid = last; uid >= first && uids.length < count; uid -= 1) uids.push(uid);
    }
    return uids;
  }

  /** As IMAP writes it, such as `1:4,7` (RFC 9051 §9, `sequence-set`); empty for none. */
  toText(): string {
    return [...this.pairs()]
      .map(([first, last]) => (first === last ? String(first) : `${first}:${last}`))
      .join(',');
  }

  *pairs(): Generator<readonly [number, number]> {
    for (let index = 0; index < this.bounds.length; index += 2) {
      yield [this.bounds[index] ?? 0, this.bounds[index + 1] ?? 0];
    }
  }
}

/** Adds a range that begins at or after the beginning of the last one. */
function add(bounds: number[], first: number, last: number): void {
  const end = bounds.at(-1);
  if (end === undefined || first > end + 1) bounds.push(first, last);
  else if (last > end) bounds[bounds.length - 1] = last;
}
