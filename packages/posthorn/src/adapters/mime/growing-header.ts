const MAX_OCTETS = 262_144;
const HEADER_END = Buffer.from('\r\n\r\n');

/** A header that arrives in blocks. */
export class GrowingHeader {
  #octets: Buffer = Buffer.alloc(0);
  #isComplete = false;

  get octets(): Uint8Array {
    return this.#octets;
  }

  take(block: Uint8Array): void {
    if (this.#isComplete) return;
    // The end may span two blocks.
    const searched = Math.max(0, this.#octets.length - HEADER_END.length);
    this.#octets = Buffer.concat([this.#octets, block]).subarray(0, MAX_OCTETS);
    const end = this.#octets.indexOf(HEADER_END, searched);
    if (end !== -1) this.#octets = this.#octets.subarray(0, end + 2);
    this.#isComplete = end !== -1 || this.#octets.length === MAX_OCTETS;
  }
}
