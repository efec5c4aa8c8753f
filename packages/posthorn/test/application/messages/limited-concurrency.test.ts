import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { mapConcurrently } from '../../../src/application/messages/limited-concurrency.ts';

describe('mapConcurrently', () => {
  it('gives the results in the order of the items', async () => {
    const delays = [3, 1, 2];

    const results = await mapConcurrently(delays, {
      maxConcurrent: 2,
      work: async (turns) => {
        await Promise.all(Array.from({ length: turns }, () => setImmediate()));
        return turns * 10;
      },
    });

    assert.deepEqual(results, [30, 10, 20]);
  });

  it('has no more than so many pieces of work under way', async () => {
    let running = 0;
    let most = 0;

    await mapConcurrently(Array.from({ length: 10 }), {
      maxConcurrent: 3,
      work: async () => {
        running += 1;
        most = Math.max(most, running);
        await setImmediate();
        running -= 1;
      },
    });

    assert.equal(most, 3);
  });

  it('starts nothing further after a failure', async () => {
    const started: number[] = [];
    const work = async (item: number) => {
      started.push(item);
      await setImmediate();
      if (item === 1) throw new Error('broken');
    };

    await assert.rejects(mapConcurrently([1, 2, 3, 4], { maxConcurrent: 2, work }), /broken/);
    await setImmediate();

    assert.ok(!started.includes(4), started.join());
  });

  it('gives an empty list for no items', async () => {
    assert.deepEqual(await mapConcurrently([], { maxConcurrent: 3, work: async () => 1 }), []);
  });
});
