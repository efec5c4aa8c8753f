/** Two octets; 0: unknown. */
const MAX_SETS = 0xffff;

/** Numbers sets of flags: two octets a message. */
export class FlagSets {
  readonly #numbers = new Map<string, number>();
  #sets: (readonly string[])[] = [];

  /** From 1; 0 when full: call `clear` and discard all numbers. */
  numberOf(flags: readonly string[]): number {
    const key = flags.join(' ');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#sets.length >= MAX_SETS) return 0;
    this.#sets.push(Object.freeze([...flags]));
    this.#numbers.set(key, this.#sets.length);
    return this.#sets.length;
  }

  /** The same array each time. */
  flagsOf(number: number): readonly string[] | undefined {
    return this.#sets[number - 1];
  }

  clear(): void {
    this.#numbers.clear();
    this.#sets = [];
  }
}
