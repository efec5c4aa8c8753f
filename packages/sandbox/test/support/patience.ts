/** Waiting for nothing to happen. */
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a test waits before it says that nothing comes. */
const PATIENCE_MS = 60;

/** What the promise gives, or `nothing` when it has not settled after a short while. */
export function orNothing<Value>(promise: Promise<Value>): Promise<Value | 'nothing'> {
  return Promise.race([promise, sleep(PATIENCE_MS, 'nothing' as const)]);
}
