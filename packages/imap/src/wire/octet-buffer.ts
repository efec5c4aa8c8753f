/** An incomplete response. Copies only octets that span chunks, once. */
export class OctetBuffer {
  #chunk: Buffer = EMPTY;
  #start = 0;
  #end = 0;
  /** Doubles: single octets add up in linear time. */
  #earlier: Buffer = EMPTY;
  #earlierOctets = 0;

  get length(): number {
    return this.#earlierOctets + this.#end - this.#start;
  }

  append(chunk: Buffer, start: number, end: number): void {
    if (chunk !== this.#chunk || start !== this.#end) {
      this.settle();
      this.#chunk = chunk;
      this.#start = start;
    }
    this.#end = end;
  }

  /** Copies the rest, to free the chunk. */
  settle(): void {
    const octets = this.#end - this.#start;
    if (octets > 0) {
      this.#reserve(this.#earlierOctets + octets);
      this.#earlierOctets += this.#chunk.copy(this.#earlier, this.#earlierOctets, this.#start, this.#end);
    }
    this.#chunk = EMPTY;
    this.#start = 0;
    this.#end = 0;
  }

  /** Valid until the next call. */
  peek(maxOctets = Number.POSITIVE_INFINITY): Buffer {
    if (this.#earlierOctets > 0) this.settle();
    const octets =
      this.#earlierOctets > 0
        ? this.#earlier.subarray(0, this.#earlierOctets)
        : this.#chunk.subarray(this.#start, this.#end);
    return octets.length > maxOctets ? octets.subarray(0, maxOctets) : octets;
  }

  take(): Buffer {
    const octets = this.peek();
    this.clear();
    return octets;
  }

  clear(): void {
    this.#chunk = EMPTY;
    this.#start = 0;
    this.#end = 0;
    this.#earlier = EMPTY;
    this.#earlierOctets = 0;
  }

  #reserve(octets: number): void {
    if (octets <= this.#earlier.length) return;
    const larger = Buffer.allocUnsafe(Math.max(octets, 2 * this.#earlier.length));
    this.#earlier.copy(larger, 0, 0, this.#earlierOctets);
    this.#earlier = larger;
  }
}

const EMPTY: Buffer = Buffer.alloc(0);
