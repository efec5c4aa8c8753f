const FIRST_PAUSE_MS = 100;

/** After a failure, rejects attempts for a doubling pause, then allows one at a time until success. */
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
    const isAway = this.#pauseMs > 0;
    if (isAway && (this.#isTrying || this.#now() < this.#until)) throw this.#failure;
    if (isAway) this.#isTrying = true;
    try {
      const connection = await connect();
      this.#pauseMs = 0;
      return connection;
    } catch (error) {
      this.#failure = error;
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), this.#maxPauseMs);
      this.#until = this.#now() + this.#pauseMs;
      throw error;
    } finally {
      if (isAway) this.#isTrying = false;
    }
  }
}
