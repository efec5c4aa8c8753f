/** Sinks that collect octets and are randomly full. */
import type { AnnouncedLiteral, LiteralSink } from '../src/wire/literal-sink.ts';
import type { Random } from './random.ts';

interface Received {
  readonly literal: AnnouncedLiteral;
  readonly chunks: Buffer[];
  isComplete: boolean;
}

export class CollectingSinks {
  readonly #random: Random;
  readonly #received: Received[] = [];
  #drainListener: (() => void) | undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A sink for the literal, or randomly undefined. */
  claim(literal: AnnouncedLiteral): LiteralSink | undefined {
    if (this.#random.oneIn(5)) return undefined;
    const received: Received = { literal, chunks: [], isComplete: false };
    this.#received.push(received);
    return {
      write: (octets) => {
        received.chunks.push(Buffer.from(octets));
        return !this.#random.oneIn(3);
      },
      onDrain: (listener) => {
        this.#drainListener = listener;
      },
      end: () => {
        received.isComplete = true;
      },
    };
  }

  /** Makes room in the full sink. */
  drain(): void {
    const listener = this.#drainListener;
    this.#drainListener = undefined;
    if (!listener) throw new Error('The reader is paused, and waits for no sink.');
    listener();
  }

  /** True if a complete literal of the section had these octets. */
  hasReceived(section: string, octets: Buffer): boolean {
    return this.#received.some(
      ({ literal, chunks, isComplete }) =>
        isComplete && literal.section === section && Buffer.concat(chunks).equals(octets),
    );
  }
}
