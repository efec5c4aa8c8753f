/** A map that forgets what was unused for longest, so that clients cannot grow it without end. */

/** Keeps at most a given number of entries. */
export class BoundedCache<Key, Value> {
  // A Map iterates in insertion order; re-inserting on use keeps the least recently used entry first.
  readonly #entries = new Map<Key, Value>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** Returns the value of a key and marks it as used. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Stores a value and gives it back; the entry unused for longest makes room. */
  set(key: Key, value: Value): Value {
    this.#entries.set(key, value);
    if (this.#entries.size > this.#maxEntries) {
      const [oldest] = this.#entries.keys();
      this.#entries.delete(oldest as Key);
    }
    return value;
  }

  /** How many entries there are. */
  get size(): number {
    return this.#entries.size;
  }
}
