import { DeadlineExceeded } from '../errors.ts';

/** Longer timers fire immediately in Node. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** An awaited event. */
export interface Wait<T> {
  readonly waitedFor: string;
  readonly milliseconds: number;
  readonly begin: (resolve: (value: T) => void, reject: (error: Error) => void) => () => void;
}

/** Settles as `begin`. Throws DeadlineExceeded, or the signal's reason. */
export function settleWithin<T>(wait: Wait<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = startTimer(wait.milliseconds, () => {
      fail(new DeadlineExceeded(wait.waitedFor, wait.milliseconds));
    });
    const onAbort = (): void => fail(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const end = wait.begin((value) => {
      release();
      resolve(value);
    }, fail);

    function fail(error: unknown): void {
      release();
      reject(error);
    }

    function release(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      end();
    }
  });
}

/** Clamps to Node's limit; undefined for infinite. */
export function startTimer(milliseconds: number, listener: () => void): NodeJS.Timeout | undefined {
  if (milliseconds === Number.POSITIVE_INFINITY) return undefined;
  return setTimeout(listener, Math.min(milliseconds, MAX_TIMER_MS));
}
