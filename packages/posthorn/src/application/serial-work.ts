/** Work that must not overlap with other work of the same key. */

/** Runs pieces of work with equal keys one after the other, in the order in which they came. */
export class SerialWork {
  readonly #last = new Map<string, Promise<unknown>>();

  /** The result of the work. It begins when all earlier work of the key has settled. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const earlier = this.#last.get(key) ?? Promise.resolve();
    const result = earlier.then(work, work);
    // A failure is for its own caller; the next in line only waits.
    const settled = result.then(ignore, ignore);
    this.#last.set(key, settled);
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    return result;
  }
}

function ignore(): void {
  // Only the time of the settling matters.
}
