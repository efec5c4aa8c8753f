/** What all slots promise, whatever is behind them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SlotHolder } from '../../../src/application/ports/state/slots.ts';
import type { OpenState } from './state-under-test.ts';

async function setUp(open: OpenState, total = 10) {
  const { slots } = (await open()).state;
  const take = (holders: readonly SlotHolder[] = [], { owner = 'one', pool = 'streams' } = {}) =>
    slots.take({ pool, total, holders, owner });
  /** Takes slots until there is none; returns how many. */
  const fill = async (...holders: readonly SlotHolder[]) => {
    let taken = 0;
    while ((await take(holders)) !== null) taken += 1;
    return taken;
  };
  return { slots, take, fill };
}

/** Runs the contract. */
export function slotsContract(name: string, open: OpenState): void {
  describe(`Slots contract: ${name}`, () => {
    it('gives each slot of a pool once, also at the same time', async () => {
      const { take } = await setUp(open);

      const ids = await Promise.all(Array.from({ length: 14 }, () => take()));

      assert.equal(new Set(ids.filter((id) => id !== null)).size, 10);
    });

    it('bounds each holder', async () => {
      const { take, fill } = await setUp(open);

      assert.equal(await fill({ key: 'server', max: 8 }, { key: 'ann', max: 3 }), 3);
      assert.equal(await fill({ key: 'server', max: 5 }), 2);
      assert.notEqual(await take(), null);
    });

    it('gives holders without a bound no more than are free', async () => {
      const { fill } = await setUp(open, 100);

      const taken = [];
      for (const key of ['a', 'b', 'c']) taken.push(await fill({ key, max: null }));

      assert.deepEqual(taken, [50, 25, 13]);
    });

    it('gives a released slot again, once', async () => {
      const { slots, take } = await setUp(open, 1);
      const ann = [{ key: 'ann', max: 1 }];
      const id = await take(ann);
      assert.equal(await take(), null);

      await slots.release(id ?? '');
      await slots.release(id ?? '');

      assert.deepEqual(
        [await take(ann), await take(ann)].map((each) => each !== null),
        [true, false],
      );
    });

    it('keeps pools apart', async () => {
      const { take } = await setUp(open, 1);
      await take([{ key: 'ann', max: 1 }]);

      assert.notEqual(await take([{ key: 'ann', max: 1 }], { pool: 'others' }), null);
    });

    it('frees the slots of an owner that has ended, and none of another', async () => {
      const { slots, take } = await setUp(open, 2);
      await take([{ key: 'ann', max: 1 }], { owner: 'one' });
      await take([], { owner: 'two' });

      await slots.abandon('one');

      const ann = [{ key: 'ann', max: 1 }];
      assert.deepEqual(
        [await take(ann), await take()].map((id) => id !== null),
        [true, false],
      );
    });
  });
}
