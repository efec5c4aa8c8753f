import { createInterval } from '../../../domain/interval.ts';

const INTERVAL_MS = 60_000;
const SWEEP_MS = 10 * 60_000;

/** More would delay the event loop. */
export const CLEANING_ROWS = 500;

/** Returns a function that removes some expired rows once a minute. `now`: milliseconds since 1970. */
export function createCleaning(
  now: () => number,
  remove: (now: number) => Promise<unknown>,
): () => Promise<void> {
  const interval = createInterval(INTERVAL_MS, now);
  return async () => {
    if (interval.take()) await remove(now());
  };
}

/**
 * Removes expired rows by time, also of tables without use: at the start and every ten minutes, `remove` is
 * called until it removes fewer than `CLEANING_ROWS`. Returns a function that ends it, once its statement has ended.
 */
export function startSweep(remove: () => Promise<number>): () => Promise<void> {
  let isStopped = false;
  let last = Promise.resolve();
  const sweep = async (): Promise<void> => {
    while (!isStopped && (await remove()) === CLEANING_ROWS);
  };
  // The next sweep does what an absent database has left.
  const run = (): void => {
    last = last.then(sweep).catch(() => undefined);
  };
  const timer = setInterval(run, SWEEP_MS).unref();
  run();
  return () => {
    isStopped = true;
    clearInterval(timer);
    return last;
  };
}
