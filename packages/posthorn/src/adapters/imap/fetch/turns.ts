/** Lets others have the event loop between pieces of work on many messages. */
import { setImmediate } from 'node:timers/promises';

/** A piece of work may follow this much; together they stay below what others notice. */
const MAX_TURN_MS = 8;

/** The turns of one loop. */
export class Turns {
  #startedAt = performance.now();

  /** Settles at once, or after others had their turn where this one has lasted long enough. Call it after each piece. */
  async take(): Promise<void> {
    if (performance.now() - this.#startedAt < MAX_TURN_MS) return;
    await setImmediate();
    this.#startedAt = performance.now();
  }
}
