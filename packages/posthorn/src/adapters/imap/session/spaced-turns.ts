import { setTimeout as wait } from 'node:timers/promises';

/** Spaces work, in order: bursts would block the event loop. */
export class SpacedTurns {
  readonly #spacingMs: number;
  readonly #now: () => number;
  #last: Promise<void> = Promise.resolve();
  #nextAt = Number.NEGATIVE_INFINITY;

  /** `now`: milliseconds since any fixed time. */
  constructor(spacingMs: number, now: () => number = () => performance.now()) {
    this.#spacingMs = spacingMs;
    this.#now = now;
  }

  /** The first is immediate. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => this.#waitForNext());
    return this.#last;
  }

  /** Node's timers count whole milliseconds, and may be early. */
  async #waitForNext(): Promise<void> {
    for (let now = this.#now(); now < this.#nextAt; now = this.#now()) await wait(this.#nextAt - now);
    this.#nextAt = this.#now() + this.#spacingMs;
  }
}
