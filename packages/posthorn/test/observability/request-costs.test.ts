import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCostCounter } from '../../src/observability/request-costs.ts';

const ONE = { roundTrips: 1, sentOctets: 10, receivedOctets: 100 };

describe('The costs of requests', () => {
  it('belong to the request that has begun the work', async () => {
    const counter = createCostCounter();
    const [first, second, idle] = [counter.begin(), counter.begin(), counter.begin()];
    const work = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) {
        await nextTurn();
        counter.add(ONE);
      }
    };

    const works: Promise<void>[] = [];
    first.run(() => works.push(work(2)));
    second.run(() => works.push(work(1)));
    counter.add(ONE);
    await Promise.all(works);

    assert.deepEqual(
      [first, second, idle].map(({ sums }) => sums),
      [
        { roundTrips: 2, sentOctets: 20, receivedOctets: 200 },
        ONE,
        { roundTrips: 0, sentOctets: 0, receivedOctets: 0 },
      ],
    );
  });
});
