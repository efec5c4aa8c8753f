/** The stores of the primary process, as workers see them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSharedStores, createStoreKeeper } from '../../src/processes/shared-stores.ts';

const REQUEST = { key: 'a-key', fingerprint: 'a-fingerprint' };
const ANSWER = { status: 201, headers: { location: '/x' }, body: Buffer.from('done') };
const CHARGE = { name: 'someone', rule: { capacity: 2, periodMs: 60_000 }, units: 1 };

/** Workers 1 and 2, whose calls and results are copied as messages are. */
function createWorkers() {
  const keeper = createStoreKeeper();
  const storesOf = (worker: number) =>
    createSharedStores(async (call) => structuredClone(await keeper.answer(worker, structuredClone(call))));
  return { keeper, first: storesOf(1), second: storesOf(2) };
}

describe('The shared stores', () => {
  it('let one of two workers begin a request, and give its answer to both', async () => {
    const { first, second } = createWorkers();

    const begun = await Promise.all([first.answerStore.begin(REQUEST), second.answerStore.begin(REQUEST)]);
    await first.answerStore.finish({ key: REQUEST.key, answer: ANSWER });

    assert.deepEqual(begun, [null, { fingerprint: REQUEST.fingerprint, answer: null }]);
    const repeated = await second.answerStore.begin(REQUEST);
    assert.equal(Buffer.from(repeated?.answer?.body ?? []).toString(), 'done');
  });

  it('keep what a lost worker had begun for an hour, and then forget it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { keeper, first, second } = createWorkers();
    await first.answerStore.begin(REQUEST);

    keeper.abandon(1);

    const before = await second.answerStore.begin(REQUEST);
    t.mock.timers.tick(60 * 60_000);
    const after = await second.answerStore.begin(REQUEST);
    assert.deepEqual([before, after], [{ fingerprint: REQUEST.fingerprint, answer: null }, null]);
  });

  it('count for all workers together', async () => {
    const { first, second } = createWorkers();

    const taken = [
      await first.rateLimits.take(CHARGE),
      await second.rateLimits.take(CHARGE),
      (await first.rateLimits.take(CHARGE)) > 0,
    ];
    await second.rateLimits.giveBack(CHARGE);

    assert.deepEqual(taken, [0, 0, true]);
    assert.equal(await first.rateLimits.take(CHARGE), 0);
  });
});
