import { createInterval } from '../../../domain/values/interval.ts';

const INTERVAL_MS = 60_000;
const SWEEP_MS = 10 * 60_000;

/** More would delay the event loop. */
export const CLEANING_ROWS = 500;

/** A function that calls `remove` once a minute. `now`: epoch milliseconds. */
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
 * Removes expired rows, also of unused tables: now and every ten minutes, until `remove` removes fewer than
 * `CLEANING_ROWS`. Returns a function that ends it after its statement.
 */
export function startSweep(remove: () => Promise<number>): () => Promise<void> {
  let isStopped = false;
  let last = Promise.resolve();
  const sweep = async (): Promise<void> => {
    while (!isStopped && (await remove()) === CLEANING_ROWS);
  };
  // The next sweep makes up for an absent database.
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
