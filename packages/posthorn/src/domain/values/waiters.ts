/** The longest wait, and its error. */
export interface WaitLimit {
  readonly ms: number;
  readonly late: () => unknown;
}

/** A wait, until granted or refused. */
export interface Waiting<Grant> {
  readonly settled: Promise<Grant>;
  readonly grant: (grant: Grant) => void;
  readonly refuse: (reason: unknown) => void;
}

/** A wait's ends besides the grant. */
export interface WaitEnds {
  readonly limit: WaitLimit | null;
  /** Called once. */
  readonly onEnd: () => void;
}

/** Rejects with the reason of signal or limit. */
export function beginWaiting<Grant>({ limit, onEnd }: WaitEnds, signal: AbortSignal): Waiting<Grant> {
  let [resolve, reject] = [(_grant: Grant): void => undefined, (_reason: unknown): void => undefined];
  const settled = new Promise<Grant>((grant, refuse) => {
    [resolve, reject] = [grant, refuse];
  });
  const end = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    onEnd();
  };
  const refuse = (reason: unknown): void => {
    end();
    reject(reason);
  };
  const onAbort = (): void => refuse(signal.reason);
  const timer = limit === null ? undefined : setTimeout(() => refuse(limit.late()), limit.ms);
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    settled,
    grant(grant) {
      end();
      resolve(grant);
    },
    refuse,
  };
}

/**
 * First come, first served. Waiters that left get nothing; a grant counts even if the signal aborts
 * simultaneously.
 */
export class Waiters<Wish, Grant> {
  readonly #waiting = new Map<Waiting<Grant>, Wish>();

  get count(): number {
    return this.#waiting.size;
  }

  /** In order of arrival. */
  get wishes(): readonly Wish[] {
    return [...this.#waiting.values()];
  }

  /** Rejects with the reason of refusal, limit or signal. */
  async wait(wish: Wish, limit: WaitLimit | null, signal: AbortSignal): Promise<Grant> {
    signal.throwIfAborted();
    const waiting = beginWaiting<Grant>({ limit, onEnd: () => this.#waiting.delete(waiting) }, signal);
    this.#waiting.set(waiting, wish);
    return waiting.settled;
  }

  /** Undefined: the wait goes on. */
  serve(choose: (wish: Wish) => Grant | undefined): void {
    for (const [waiting, wish] of this.#waiting) {
      const grant = choose(wish);
      if (grant !== undefined) waiting.grant(grant);
    }
  }

  /** False if none waits. */
  serveNext(grant: Grant): boolean {
    const [next] = this.#waiting.keys();
    next?.grant(grant);
    return next !== undefined;
  }

  refuseAll(reason: () => unknown): void {
    for (const waiting of this.#waiting.keys()) waiting.refuse(reason());
  }
}
