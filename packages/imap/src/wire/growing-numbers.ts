import { SyntaxFailure } from './syntax-failure.ts';

/** 32-bit numbers; `push` throws SyntaxFailure above the limit. */
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
    // A copy would double millions of numbers.
    return 2 * this.#length > length
      ? this.#numbers.subarray(0, this.#length)
      : this.#numbers.slice(0, this.#length);
  }
}
