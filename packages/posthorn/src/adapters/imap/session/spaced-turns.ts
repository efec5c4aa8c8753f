/** Turns that stand apart, so that what comes all at once does not hold the event loop. */
import { setTimeout as wait } from 'node:timers/promises';

/** Gives turns in the order in which they are asked for. */
export class SpacedTurns {
  readonly #spacingMs: number;
  readonly #now: () => number;
  #last: Promise<void> = Promise.resolve();
  #nextAt = Number.NEGATIVE_INFINITY;

  /** `now` has milliseconds since any fixed time. */
  constructor(spacingMs: number, now: () => number = () => performance.now()) {
    this.#spacingMs = spacingMs;
    this.#now = now;
  }

  /** Settles when it is the caller's turn: at once for the first one. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => this.#waitForNext());
    return this.#last;
  }

  /** Node counts the time of its timers in whole milliseconds, so that one may be early. */
  async #waitForNext(): Promise<void> {
    for (let now = this.#now(); now < this.#nextAt; now = this.#now()) await wait(this.#nextAt - now);
    this.#nextAt = this.#now() + this.#spacingMs;
  }
}
