/** Numbers as octets: what states are made of. */

/** Writes numbers. Small ones are short: seven bits an octet, the lowest first, the highest bit for "more follows". */
export class StateWriter {
  readonly #octets: number[] = [];

  number(value: number | bigint): this {
    let rest = BigInt(value);
    for (; rest > 0x7fn; rest >>= 7n) this.#octets.push(Number(rest & 0x7fn) | 0x80);
    this.#octets.push(Number(rest));
    return this;
  }

  /** Zero for null, else one more than the value. */
  optional(value: number | bigint | null): this {
    return this.number(value === null ? 0 : BigInt(value) + 1n);
  }

  octets(value: Uint8Array): this {
    this.number(value.length);
    for (const octet of value) this.#octets.push(octet);
    return this;
  }

  toBuffer(): Buffer {
    return Buffer.from(this.#octets);
  }
}

/** Reads what StateWriter has written. What it reads is signed, so that no other octets can come. */
export class StateReader {
  readonly #octets: Uint8Array;
  #position = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  bigint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const octet = this.#octets[this.#position++] ?? 0;
      value |= BigInt(octet & 0x7f) << shift;
      if (octet < 0x80) return value;
    }
  }

  number(): number {
    return Number(this.bigint());
  }

  optionalBigint(): bigint | null {
    const value = this.bigint();
    return value === 0n ? null : value - 1n;
  }

  optional(): number | null {
    const value = this.optionalBigint();
    return value === null ? null : Number(value);
  }

  octets(): Uint8Array {
    const length = this.number();
    this.#position += length;
    return this.#octets.subarray(this.#position - length, this.#position);
  }
}
