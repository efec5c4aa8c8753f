/** Lets others have the event loop between two pieces of work. */
import { setImmediate } from 'node:timers/promises';

/** Settles after what waits for the event loop has had its turn. */
export function nextTurn(): Promise<void> {
  return setImmediate();
}
