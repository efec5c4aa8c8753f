/** Collects the header of a message whose octets arrive in blocks. */

/** Real headers have some ten thousand; the wanted fields come first. */
const MAX_OCTETS = 262_144;
/** The end of the last field, and the empty line. */
const HEADER_END = Buffer.from('\r\n\r\n');

/** Takes the blocks of the whole message, and keeps the first of them up to the empty line. */
export class GrowingHeader {
  #octets: Buffer = Buffer.alloc(0);
  #isComplete = false;

  /** Up to the line end of the last field. */
  get octets(): Uint8Array {
    return this.#octets;
  }

  take(block: Uint8Array): void {
    if (this.#isComplete) return;
    // The end may lie across two blocks.
    const searched = Math.max(0, this.#octets.length - HEADER_END.length);
    this.#octets = Buffer.concat([this.#octets, block]).subarray(0, MAX_OCTETS);
    const end = this.#octets.indexOf(HEADER_END, searched);
    if (end !== -1) this.#octets = this.#octets.subarray(0, end + 2);
    this.#isComplete = end !== -1 || this.#octets.length === MAX_OCTETS;
  }
}
