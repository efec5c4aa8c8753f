/** Reads that many want at the same moment are done once. */

/** Joins reads with the same key until they begin, which is a moment after the first of them was asked for. */
export class SharedReads<Result> {
  readonly #waiting = new Map<string, Promise<Result>>();
  readonly #delayMs: number;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /**
   * The result of a read that begins after this call, so that the caller sees the change that it was notified of. A read that has begun is never joined.
   */
  read(key: string, read: () => Promise<Result>): Promise<Result> {
    const joined = this.#waiting.get(key);
    if (joined !== undefined) return joined;
    const reading = new Promise<void>((resolve) => setTimeout(resolve, this.#delayMs)).then(() => {
      this.#waiting.delete(key);
      return read();
    });
    // The caller may have disconnected.
    reading.catch(() => undefined);
    this.#waiting.set(key, reading);
    return reading;
  }
}
