import { setImmediate } from 'node:timers/promises';

/** Below a noticeable delay. */
const MAX_TURN_MS = 8;

/** Yields the event loop between pieces of work. */
export class Turns {
  #startedAt = performance.now();

  /** Call after each piece. */
  async take(): Promise<void> {
    if (performance.now() - this.#startedAt < MAX_TURN_MS) return;
    await setImmediate();
    this.#startedAt = performance.now();
  }
}
