/** Smaller numbers need no BigInt, and four octets. */
const SMALL = 2 ** 28;
const MAX_SMALL_SHIFT = 21;

/** Writes varints: seven bits per octet, lowest first. */
export class StateWriter {
  readonly #octets: number[] = [];

  number(value: number | bigint): this {
    if (typeof value === 'number' && value < SMALL) return this.#small(value);
    let rest = BigInt(value);
    for (; rest > 0x7fn; rest >>= 7n) this.#octets.push(Number(rest & 0x7fn) | 0x80);
    this.#octets.push(Number(rest));
    return this;
  }

  /** Without BigInt: a mailbox may have a hundred thousand ranges. */
  #small(value: number): this {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#octets.push((rest & 0x7f) | 0x80);
    this.#octets.push(rest);
    return this;
  }

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

/** Reads output of StateWriter, signed and thus well-formed. */
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
    let value = 0;
    for (let shift = 0; shift <= MAX_SMALL_SHIFT; shift += 7) {
      const octet = this.#octets[this.#position + shift / 7] ?? 0;
      value |= (octet & 0x7f) << shift;
      if (octet >= 0x80) continue;
      this.#position += shift / 7 + 1;
      return value;
    }
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
