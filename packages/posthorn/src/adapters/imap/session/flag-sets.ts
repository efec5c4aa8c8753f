/** The sets of flags that messages of a mailbox have, each kept once under a small number. */

/** As many as two octets can number; 0 stands for flags that are not known. */
const MAX_SETS = 0xffff;

/** Numbers sets of flags. Few messages have flags that no other has, so two octets a message are enough. */
export class FlagSets {
  readonly #numbers = new Map<string, number>();
  #sets: (readonly string[])[] = [];

  /** The number of the set, from 1; 0 when there is no number left: call `clear` and forget all numbers. */
  numberOf(flags: readonly string[]): number {
    const key = flags.join(' ');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#sets.length >= MAX_SETS) return 0;
    this.#sets.push(Object.freeze([...flags]));
    this.#numbers.set(key, this.#sets.length);
    return this.#sets.length;
  }

  /** The flags of a number, as sent; undefined for 0. The same array each time. */
  flagsOf(number: number): readonly string[] | undefined {
    return this.#sets[number - 1];
  }

  clear(): void {
    this.#numbers.clear();
    this.#sets = [];
  }
}
