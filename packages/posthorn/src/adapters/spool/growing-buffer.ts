const FIRST_OCTETS = 4096;

/** A bounded copy: one-octet chunks would retain 1,000 times their size. */
export class GrowingBuffer {
  readonly #maxOctets: number;
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxOctets: number) {
    this.#maxOctets = maxOctets;
  }

  get isFull(): boolean {
    return this.#length === this.#maxOctets;
  }

  /** Valid until the next call. */
  get octets(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Copies what fits; returns its length. */
  fill(octets: Uint8Array): number {
    const taken = octets.subarray(0, this.#maxOctets - this.#length);
    this.#grow(this.#length + taken.length);
    this.#buffer.set(taken, this.#length);
    this.#length += taken.length;
    return taken.length;
  }

  /** Retains the allocation. */
  clear(): void {
    this.#length = 0;
  }

  #grow(octets: number): void {
    if (octets <= this.#buffer.length) return;
    const wanted = Math.max(octets, FIRST_OCTETS, this.#buffer.length * 2);
    const larger = Buffer.alloc(Math.min(wanted, this.#maxOctets));
    larger.set(this.octets);
    this.#buffer = larger;
  }
}
