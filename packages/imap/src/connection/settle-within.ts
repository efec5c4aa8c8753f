/** Waiting for an event with a deadline and a signal. */
import { DeadlineExceeded } from '../errors.ts';

/** Longer timers fire at once in Node. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** An event to wait for. */
export interface Wait<T> {
  /** For the error, such as `the greeting`. */
  readonly waitedFor: string;
  readonly milliseconds: number;
  /** Installs the listeners that settle the wait; the returned function removes them. */
  readonly begin: (resolve: (value: T) => void, reject: (error: Error) => void) => () => void;
}

/** Settles as `begin` does. Throws DeadlineExceeded, or the signal's reason. */
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

/** A timer that may be longer than Node's timers are; undefined for an infinite time. */
export function startTimer(milliseconds: number, listener: () => void): NodeJS.Timeout | undefined {
  if (milliseconds === Number.POSITIVE_INFINITY) return undefined;
  return setTimeout(listener, Math.min(milliseconds, MAX_TIMER_MS));
}
