import { SyntaxFailure } from './syntax-failure.ts';

/** Numbers of 32 bits that are collected one by one. Above the limit, `push` throws SyntaxFailure. */
export class GrowingNumbers {
  readonly #limit: number;
  #numbers = new Uint32Array(16);
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      if (this.#length >= this.#limit) throw new SyntaxFailure('octets');
      const larger = new Uint32Array(2 * this.#length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  toArray(): Uint32Array {
    return this.#numbers.slice(0, this.#length);
  }
}
