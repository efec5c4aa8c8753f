const FIRST_PAUSE_MS = 100;

/**
 * After a failure, rejects attempts for a doubling pause, then allows one at a time until success. Those that fail
 * together double it once.
 */
export class ReconnectPause {
  readonly #now: () => number;
  readonly #maxPauseMs: number;
  #pauseMs = 0;
  #until = 0;
  #failure: unknown;
  #isTrying = false;

  constructor(now: () => number, maxPauseMs: number) {
    this.#now = now;
    this.#maxPauseMs = maxPauseMs;
  }

  /** Throws the error of `connect`, or the last. */
  async run<Connection>(connect: () => Promise<Connection>): Promise<Connection> {
    const pauseMs = this.#pauseMs;
    const isAway = pauseMs > 0;
    if (isAway && (this.#isTrying || this.#now() < this.#until)) throw this.#failure;
    if (isAway) this.#isTrying = true;
    try {
      const connection = await connect();
      this.#pauseMs = 0;
      return connection;
    } catch (error) {
      this.#failure = error;
      const nextMs = Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), this.#maxPauseMs);
      this.#pauseMs = Math.max(this.#pauseMs, nextMs);
      this.#until = this.#now() + this.#pauseMs;
      throw error;
    } finally {
      if (isAway) this.#isTrying = false;
    }
  }
}
