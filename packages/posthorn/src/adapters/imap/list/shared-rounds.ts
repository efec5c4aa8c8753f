/** Work that serves all its waiters, done in rounds: a waiter that comes while a round runs waits for the next one. */

/** What is done in each round. */
export interface RoundWork<Result> {
  /** The signal aborts when no request waits for the result. */
  readonly work: (signal: AbortSignal) => Promise<Result>;
  /** Called for each who gets the result, before it does. */
  readonly onShare: (result: Result) => void;
  /** Called once after these. */
  readonly onShared: (result: Result) => void;
}

interface Joiner<Result> {
  readonly signal: AbortSignal;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * One round at a time. A round that has begun takes nobody in, so what it finds out is never older than the request that gets it.
 */
export class SharedRounds<Result> {
  readonly #round: RoundWork<Result>;
  #waiting = new Set<Joiner<Result>>();
  #isRunning = false;

  constructor(round: RoundWork<Result>) {
    this.#round = round;
  }

  /** The result of a round that begins after this call. Throws what the work throws, or the signal's reason. */
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

/** A joiner that gives up leaves the round; the signal aborts with the last of them. The work of a single joiner is done under its own signal. */
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
