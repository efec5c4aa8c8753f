/** What all rate limits promise, whatever is behind them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenState } from './state-under-test.ts';

const RULE = { capacity: 10, periodMs: 1_000 };

async function setUp(open: OpenState) {
  const { state, pass } = await open();
  const take = (units = 1, name = 'a') => state.rateLimits.take({ name, rule: RULE, units });
  /** One after the other. */
  const takeAll = async (...units: readonly number[]) => {
    const waits: number[] = [];
    for (const each of units) waits.push(await take(each));
    return waits;
  };
  return { limits: state.rateLimits, pass, take, takeAll };
}

/** Runs the contract. */
export function rateLimitsContract(name: string, open: OpenState): void {
  describe(`RateLimits contract: ${name}`, () => {
    it('gives what a bucket holds, and then the time to wait', async () => {
      const { takeAll } = await setUp(open);

      assert.deepEqual(await takeAll(9, 2, 1, 1), [0, 100, 0, 100]);
    });

    it('fills buckets evenly, and not beyond their capacity', async () => {
      const { take, takeAll, pass } = await setUp(open);
      await take(10);
      pass(250);
      assert.deepEqual(await takeAll(2, 1), [0, 50]);

      pass(60_000);

      assert.deepEqual(await takeAll(10, 1), [0, 100]);
    });

    it('takes back what is not to be counted, up to the capacity', async () => {
      const { limits, take, takeAll } = await setUp(open);
      await take(10);
      await limits.giveBack({ name: 'a', rule: RULE, units: 1 });
      assert.deepEqual(await takeAll(1, 1), [0, 100]);

      await limits.giveBack({ name: 'a', rule: RULE, units: 100 });

      assert.deepEqual(await takeAll(10, 1), [0, 100]);
    });

    it('keeps buckets apart', async () => {
      const { take } = await setUp(open);
      await take(10);

      assert.equal(await take(1, 'b'), 0);
    });

    it('gives no unit twice to callers at the same time', async () => {
      const { take } = await setUp(open);

      const waits = await Promise.all(Array.from({ length: 15 }, () => take(1)));

      assert.equal(waits.filter((waitMs) => waitMs === 0).length, 10);
    });

    it('refills nothing when the clock is set back', async () => {
      const { take, pass } = await setUp(open);
      await take(10);
      pass(-60_000);

      assert.equal(await take(1), 100);
    });
  });
}
