/** A round's work. */
export interface RoundWork<Result> {
  /** Aborted if no request waits. */
  readonly work: (signal: AbortSignal) => Promise<Result>;
  /** For each caller. */
  readonly onShare: (result: Result) => void;
  /** After all callers. */
  readonly onShared: (result: Result) => void;
}

interface Joiner<Result> {
  readonly signal: AbortSignal;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** A running round accepts no callers: no result is older than its request. */
export class SharedRounds<Result> {
  readonly #round: RoundWork<Result>;
  #waiting = new Set<Joiner<Result>>();
  #isRunning = false;

  constructor(round: RoundWork<Result>) {
    this.#round = round;
  }

  /** Throws the work's error or the signal's reason. */
  join(signal: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      this.#waiting.add({ signal, resolve, reject });
      this.#begin();
    });
  }

  #begin(): void {
    if (this.#isRunning || this.#waiting.size === 0) return;
    this.#isRunning = true;
    const joiners = this.#waiting;
    this.#waiting = new Set();
    void this.#run(joiners);
  }

  async #run(joiners: Set<Joiner<Result>>): Promise<void> {
    const { signal, stop } = leaveOnAbort(joiners);
    try {
      const { work, onShare, onShared } = this.#round;
      const result = await work(signal);
      for (const { resolve } of joiners) {
        onShare(result);
        resolve(result);
      }
      onShared(result);
    } catch (error) {
      for (const { reject } of joiners) reject(error);
    } finally {
      stop();
      this.#isRunning = false;
      this.#begin();
    }
  }
}

/** The last abort ends the round. */
function leaveOnAbort<Result>(joiners: Set<Joiner<Result>>): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  const watches = [...joiners].map((joiner) => {
    const leave = () => {
      joiners.delete(joiner);
      joiner.reject(joiner.signal.reason);
      if (joiners.size === 0) controller.abort(joiner.signal.reason);
    };
    if (joiner.signal.aborted) leave();
    else joiner.signal.addEventListener('abort', leave, { once: true });
    return () => joiner.signal.removeEventListener('abort', leave);
  });
  const [only, ...others] = joiners;
  return {
    signal: only && others.length === 0 ? only.signal : controller.signal,
    stop: () => {
      for (const unwatch of watches) unwatch();
    },
  };
}
