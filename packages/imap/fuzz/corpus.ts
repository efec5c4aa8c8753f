/** Transcripts to be changed: the vectors, and changed ones whose values are of a new shape. */
import { BoundExceeded } from '../src/errors.ts';
import type { Response } from '../src/responses/response.ts';
import { openReader } from '../test/conformance/read-responses.ts';
import type { Circumstances } from './check-transcript.ts';
import type { Random } from './random.ts';

/** Small transcripts are changed more often in the same time, and their faults are easier to see. */
const MAX_ENTRY_OCTETS = 4000;
const MAX_ENTRIES = 5000;

export class Corpus {
  readonly #entries: Buffer[];
  readonly #shapes = new Set<string>();
  /** Of all entries, with room for what keeps them. */
  octets = 0;

  constructor(entries: readonly Buffer[]) {
    this.#entries = [...entries];
  }

  get size(): number {
    return this.#entries.length;
  }

  /** One entry, or two of them in a row. */
  pick(random: Random): Buffer {
    const first = this.#entry(random);
    return random.oneIn(4) ? Buffer.concat([first, this.#entry(random)]) : first;
  }

  /** Keeps the transcript where its values are of a shape that no other had. */
  add(octets: Buffer, circumstances: Circumstances): void {
    if (octets.length > MAX_ENTRY_OCTETS || this.#entries.length >= MAX_ENTRIES) return;
    const shape = shapeOf(octets, circumstances);
    if (this.#shapes.has(shape)) return;
    this.#shapes.add(shape);
    this.#entries.push(Buffer.from(octets));
    this.octets += 2 * (octets.length + shape.length + 100);
  }

  #entry(random: Random): Buffer {
    return this.#entries[random.below(this.#entries.length)] ?? Buffer.alloc(0);
  }
}

/** The set of what its responses are, and of the members that they have. */
function shapeOf(octets: Buffer, circumstances: Circumstances): string {
  const shapes = new Set<string>();
  const reader = openReader((response) => shapes.add(shapeOfResponse(response)), circumstances);
  try {
    reader.push(octets);
  } catch (error) {
    if (!(error instanceof BoundExceeded)) throw error;
    shapes.add(error.bound);
  }
  return [...shapes].sort().join(';');
}

function shapeOfResponse(response: Response): string {
  switch (response.kind) {
    case 'unreadable':
      return `unreadable ${response.reason} ${isKnown(response.name)} ${response.uid !== null}`;
    case 'fetch':
      return Object.keys(response).sort().join(',');
    case 'status':
    case 'tagged':
      return `${response.kind} ${isKnown(response.code?.name ?? null)}`;
    default:
      return `${response.kind} ${Object.keys(response).length}`;
  }
}

/** Names of any length would make every shape a new one. */
function isKnown(name: string | null): string {
  return name !== null && /^[A-Z]{2,14}$/.test(name) ? name : '';
}
