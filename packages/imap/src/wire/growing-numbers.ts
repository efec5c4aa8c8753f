import { SyntaxFailure } from './syntax-failure.ts';

/** Numbers of 32 bits that are collected one by one. Above the limit, `push` throws SyntaxFailure. */
export class GrowingNumbers {
  readonly #limit: number;
  #numbers: Uint32Array;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#numbers = new Uint32Array(Math.min(16, limit));
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      if (this.#length >= this.#limit) throw new SyntaxFailure('octets');
      const larger = new Uint32Array(Math.min(2 * this.#length, this.#limit));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  toArray(): Uint32Array {
    const { length } = this.#numbers;
    // A copy of millions would be in memory twice.
    return 2 * this.#length > length
      ? this.#numbers.subarray(0, this.#length)
      : this.#numbers.slice(0, this.#length);
  }
}
