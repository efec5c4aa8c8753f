const FIRST_PAUSE_MS = 100;

/** Rejects attempts after a failure, for a doubling pause. */
export class ReconnectPause {
  readonly #now: () => number;
  readonly #maxPauseMs: number;
  #pauseMs = 0;
  #until = 0;
  #failure: unknown;

  constructor(now: () => number, maxPauseMs: number) {
    this.#now = now;
    this.#maxPauseMs = maxPauseMs;
  }

  /** Throws the error of `connect`, or the last one. */
  async run<Connection>(connect: () => Promise<Connection>): Promise<Connection> {
    if (this.#now() < this.#until) throw this.#failure;
    try {
      const connection = await connect();
      this.#pauseMs = 0;
      return connection;
    } catch (error) {
      this.#failure = error;
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), this.#maxPauseMs);
      this.#until = this.#now() + this.#pauseMs;
      throw error;
    }
  }
}
