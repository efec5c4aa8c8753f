/** How long work holds the event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** More than this is noticed by those who wait for other answers. */
export const MAX_DELAY_MS = 50;
const NANOSECONDS_PER_MS = 1_000_000;
/** Other programs of the machine delay as well, but not in every attempt. */
const ATTEMPTS = 5;

/** The longest time for which the loop is held while the work is done, in milliseconds, for each of several attempts. */
export async function loopDelays(work: () => Promise<unknown>): Promise<readonly number[]> {
  const delays: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) delays.push(await longestDelay(work));
  return delays;
}

/** The longest time for which the loop is held while the work is done, in milliseconds. */
export async function longestDelay(work: () => Promise<unknown>): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  // A delay is measured from one timer of the monitor to the next.
  await wait(5);
  await work();
  await wait(5);
  monitor.disable();
  return monitor.max / NANOSECONDS_PER_MS;
}
