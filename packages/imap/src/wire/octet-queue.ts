/** Octets between a connection that writes them and a consumer that takes its time. */
import type { LiteralSink } from './literal-sink.ts';

/** How long a queue waits for its consumer. */
export interface OctetQueueOptions {
  /** The longest time that the writer waits for the consumer, in milliseconds. */
  readonly maxWaitMs: number;
  /** Called once when the consumer has taken nothing for that time. */
  readonly onAbandoned: () => void;
}

/** Four reads of a socket: enough that neither side waits for the other, and all that one slow consumer costs. */
const MAX_WAITING_OCTETS = 256 * 1024;
/** The writer goes on when no more wait: to stop and to go on costs more than a chunk does. */
const LOW_WAITING_OCTETS = MAX_WAITING_OCTETS / 2;
/** Smaller chunks are copied: thousands of them, each with memory of its own, would take many times their octets. */
const MIN_KEPT_OCTETS = 2 * 1024;

/** A sink whose octets are taken chunk by chunk. Large chunks are not copied. The writer waits while it is full. */
export class OctetQueue implements LiteralSink {
  readonly #options: OctetQueueOptions;
  readonly #chunks: Buffer[] = [];
  #waitingOctets = 0;
  #isOver = false;
  #error: unknown;
  #onDrain: (() => void) | undefined;
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OctetQueueOptions) {
    this.#options = options;
  }

  write(octets: Buffer): boolean {
    if (this.#isOver) return true;
    this.#chunks.push(octets.length < MIN_KEPT_OCTETS ? Buffer.from(octets) : octets);
    this.#waitingOctets += octets.length;
    this.#wake?.();
    return this.#waitingOctets < MAX_WAITING_OCTETS;
  }

  onDrain(listener: () => void): void {
    this.#onDrain = listener;
    this.#startTimer();
  }

  /** The writer has ended one literal; `finish` ends the queue. */
  end(): void {}

  /** Nothing more comes. What waits can still be taken. */
  finish(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** Drops waiting and later octets. From now on `take` throws the error, or returns the end where there is none. */
  drop(error?: unknown): void {
    this.#error ??= error;
    this.#isOver = true;
    this.#chunks.length = 0;
    this.#waitingOctets = 0;
    this.#wake?.();
    this.#drain();
  }

  /** The next chunk; undefined at the end. One call at a time. */
  async take(): Promise<Buffer | undefined> {
    while (this.#chunks.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error !== undefined) throw this.#error;
    const chunk = this.#chunks.shift();
    this.#waitingOctets -= chunk?.length ?? 0;
    if (this.#waitingOctets <= LOW_WAITING_OCTETS) this.#drain();
    else if (this.#onDrain) this.#startTimer();
    return chunk;
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#options.onAbandoned, this.#options.maxWaitMs);
  }

  #drain(): void {
    clearTimeout(this.#timer);
    const listener = this.#onDrain;
    this.#onDrain = undefined;
    listener?.();
  }
}
