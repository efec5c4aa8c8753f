/** Turns that stand apart, so that what comes all at once does not hold the event loop. */
import { setTimeout as wait } from 'node:timers/promises';

/** Gives turns in the order in which they are asked for. */
export class SpacedTurns {
  readonly #spacingMs: number;
  readonly #now: () => number;
  #nextAt = Number.NEGATIVE_INFINITY;

  /** `now` has milliseconds since any fixed time. */
  constructor(spacingMs: number, now: () => number = () => performance.now()) {
    this.#spacingMs = spacingMs;
    this.#now = now;
  }

  /** Settles when it is the caller's turn: at once for the first one. */
  async take(): Promise<void> {
    const now = this.#now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#spacingMs;
    if (at > now) await wait(at - now);
  }
}
