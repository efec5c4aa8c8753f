/** Octets to mutate: the initial entries, and mutated ones of a new shape. */
import type { Random } from './random.ts';

/** Small entries mutate faster, and their faults are easier to see. */
const MAX_ENTRY_OCTETS = 4000;
const MAX_ENTRIES = 5000;

export class Corpus {
  readonly #entries: Buffer[];
  readonly #shapes = new Set<string>();
  /** Of all entries, with their overhead. */
  octets = 0;

  constructor(entries: readonly Buffer[]) {
    this.#entries = [...entries];
  }

  get size(): number {
    return this.#entries.length;
  }

  /** One entry, or two concatenated. */
  pick(random: Random): Buffer {
    const first = this.#entry(random);
    return random.oneIn(4) ? Buffer.concat([first, this.#entry(random)]) : first;
  }

  /** Keeps octets of a new shape. */
  add(octets: Buffer, shapeOf: (octets: Buffer) => string): void {
    if (octets.length > MAX_ENTRY_OCTETS || this.#entries.length >= MAX_ENTRIES) return;
    const shape = shapeOf(octets);
    if (this.#shapes.has(shape)) return;
    this.#shapes.add(shape);
    this.#entries.push(Buffer.from(octets));
    this.octets += 2 * (octets.length + shape.length + 100);
  }

  #entry(random: Random): Buffer {
    return this.#entries[random.below(this.#entries.length)] ?? Buffer.alloc(0);
  }
}
