import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEventRetention } from '../../../src/application/event-log/event-retention.ts';

it('EventRetention reports a fault, and removes old events at the next turn', async () => {
  const fault = new RangeError('The table is damaged.');
  const outcomes = [() => Promise.reject(fault), () => Promise.resolve(0)];
  const reported: unknown[] = [];
  const appended: (() => void)[] = [];
  let now = 0;
  const retention = createEventRetention({
    log: {
      removeOld: () => outcomes.shift()?.() ?? assert.fail(),
      onAppend(listener) {
        appended.push(() => listener([]));
        return () => undefined;
      },
    },
    keptMs: 1_000,
    now: () => now,
    report: (error) => reported.push(error),
  });

  for (now of [60_000, 120_000]) {
    appended[0]?.();
    await nextTurn();
  }
  await retention.close();

  assert.deepEqual([reported, outcomes.length], [[fault], 0]);
});
