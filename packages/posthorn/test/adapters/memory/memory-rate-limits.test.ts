import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTokenBuckets } from '../../../src/adapters/memory/memory-rate-limits.ts';

describe('Token buckets', () => {
  it('are forgotten when there are too many, the one that was used longest ago first', async () => {
    const limits = createTokenBuckets(() => 0, 2);
    const take = (units: number, name: string) =>
      limits.take({ name, rule: { capacity: 10, periodMs: 1_000 }, units });
    await Promise.all(['a', 'b', 'c'].map((name) => take(10, name)));

    const waits = await Promise.all(['c', 'b', 'a'].map((name) => take(1, name)));

    assert.deepEqual(waits, [100, 100, 0]);
  });
});
