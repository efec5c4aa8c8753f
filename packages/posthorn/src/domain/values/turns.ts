import { setImmediate } from 'node:timers/promises';

/** Not noticeable. */
const MAX_TURN_MS = 8;

/** Lets the event loop run between pieces of work. */
export class Turns {
  readonly #maxMs: number;
  #startedAt = performance.now();

  constructor(maxMs = MAX_TURN_MS) {
    this.#maxMs = maxMs;
  }

  /** After each piece. */
  async take(): Promise<void> {
    if (performance.now() - this.#startedAt < this.#maxMs) return;
    await setImmediate();
    this.#startedAt = performance.now();
  }
}
