/** Joins reads of a key until they start. */
export class SharedReads<Result> {
  readonly #waiting = new Map<string, Promise<Result>>();
  readonly #delayMs: number;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** A read that starts after this call, so it includes the announced change. */
  read(key: string, read: () => Promise<Result>): Promise<Result> {
    const joined = this.#waiting.get(key);
    if (joined !== undefined) return joined;
    const reading = new Promise<void>((resolve) => setTimeout(resolve, this.#delayMs)).then(() => {
      this.#waiting.delete(key);
      return read();
    });
    reading.catch(() => undefined);
    this.#waiting.set(key, reading);
    return reading;
  }
}
