import { setImmediate } from 'node:timers/promises';

/** Not noticeable. */
const MAX_TURN_MS = 8;

/** Lets the event loop run between pieces of work. */
export class Turns {
  #startedAt = performance.now();

  /** After each piece. */
  async take(): Promise<void> {
    if (performance.now() - this.#startedAt < MAX_TURN_MS) return;
    await setImmediate();
    this.#startedAt = performance.now();
  }
}
