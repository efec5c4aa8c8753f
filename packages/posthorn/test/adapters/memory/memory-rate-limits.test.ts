import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTokenBuckets } from '../../../src/adapters/memory/memory-rate-limits.ts';

const RULE = { capacity: 10, periodMs: 1_000 };

function buckets(maxBuckets?: number) {
  let now = 0;
  const limits = createTokenBuckets(() => now, maxBuckets);
  return {
    take: (units = 1, name = 'a') => limits.take({ name, rule: RULE, units }),
    limits,
    pass: (ms: number) => (now += ms),
  };
}

describe('Token buckets', () => {
  it('give what they hold, and then the time to wait', () => {
    const { take } = buckets();

    assert.deepEqual([take(9), take(2), take(1), take(1)], [0, 100, 0, 100]);
  });

  it('fill up evenly, and not beyond their capacity', () => {
    const { take, pass } = buckets();
    take(10);
    pass(250);
    assert.deepEqual([take(2), take(1)], [0, 50]);

    pass(60_000);

    assert.deepEqual([take(10), take(1)], [0, 100]);
  });

  it('take back what is not to be counted, and never hold more than their capacity', () => {
    const { take, limits } = buckets();
    take(10);
    limits.giveBack({ name: 'a', rule: RULE, units: 1 });
    assert.deepEqual([take(1), take(1)], [0, 100]);

    limits.giveBack({ name: 'a', rule: RULE, units: 100 });

    assert.deepEqual([take(10), take(1)], [0, 100]);
  });

  it('are apart from each other', () => {
    const { take } = buckets();
    take(10);

    assert.equal(take(1, 'b'), 0);
  });

  it('refill nothing when the clock is set back', () => {
    const { take, pass } = buckets();
    take(10);
    pass(-60_000);

    assert.equal(take(1), 100);
  });

  it('are forgotten when there are too many, the one that was used longest ago first', () => {
    const { take } = buckets(2);
    take(10, 'a');
    take(10, 'b');
    take(10, 'c');

    assert.deepEqual([take(1, 'c'), take(1, 'b'), take(1, 'a')], [100, 100, 0]);
  });
});
