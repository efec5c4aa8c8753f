import type { LiteralSink } from './literal-sink.ts';

/** The consumer's time limit. */
export interface OctetQueueOptions {
  readonly maxWaitMs: number;
  readonly onAbandoned: () => void;
}

/** Four socket reads: bounds the cost of a slow consumer. */
const MAX_WAITING_OCTETS = 256 * 1024;
/** The writer resumes here: stopping costs more than a chunk. */
const LOW_WAITING_OCTETS = MAX_WAITING_OCTETS / 2;
/** Copied: small buffers take many times their octets. */
const MIN_KEPT_OCTETS = 2 * 1024;

/** Buffers between a connection and a slower consumer. */
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

  /** Ends one literal; `finish` ends the queue. */
  end(): void {}

  finish(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** `take` then throws the error, if any. */
  drop(error?: unknown): void {
    this.#error ??= error;
    this.#isOver = true;
    this.#chunks.length = 0;
    this.#waitingOctets = 0;
    this.#wake?.();
    this.#drain();
  }

  /** Undefined at the end. One call at a time. */
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
