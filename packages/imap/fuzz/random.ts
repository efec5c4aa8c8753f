/** Pseudo-random numbers, equal for equal seeds. */
export class Random {
  #state: number;

  /** `seed`: any 32-bit integer. */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A 32-bit number, by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** An integer from 0 to limit - 1. */
  below(limit: number): number {
    return this.next() % Math.max(1, limit);
  }

  /** True with probability 1/`times`. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** One of the values. */
  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0];
  }
}
