import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ReadingSlots } from '../../../src/application/watching/reading-slots.ts';

/** Readings that last until they are ended; their numbers are those of their requests. */
function startSlots(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slots = new ReadingSlots();
  const ends = new Map<number, (error?: Error) => void>();
  const begun: number[] = [];
  let count = 0;
  const request = (signal = new AbortController().signal): Promise<void> => {
    count += 1;
    const number = count;
    const read = () =>
      new Promise<void>((resolve, reject) => {
        begun.push(number);
        ends.set(number, (error) => (error ? reject(error) : resolve()));
      });
    return slots.run(read, signal);
  };
  return {
    begun,
    request,
    async requestMany(many: number) {
      for (let index = 0; index < many; index += 1) request().catch(() => undefined);
      await nextTurn();
    },
    async end(number: number, error?: Error) {
      ends.get(number)?.(error);
      await nextTurn();
    },
    async pass(ms: number) {
      t.mock.timers.tick(ms);
      await nextTurn();
    },
  };
}

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('Slots of readings', () => {
  it('are 16, given in order as readings end, also by an error', async (t) => {
    const { begun, requestMany, end } = startSlots(t);
    await requestMany(20);
    assert.deepEqual(begun, numbers(1, 16));

    await end(9);
    await end(3, new Error('The connection is closed.'));

    assert.deepEqual(begun, numbers(1, 18));
  });

  it('are held no longer than 50 ms, and given back once', async (t) => {
    const { begun, requestMany, end, pass } = startSlots(t);
    await requestMany(40);

    await pass(49);
    assert.equal(begun.length, 16);
    await pass(1);
    assert.deepEqual(begun, numbers(1, 32));
    for (const number of numbers(1, 16)) await end(number);

    assert.equal(begun.length, 32);
  });

  it('are free again after a wait of nobody', async (t) => {
    const { begun, requestMany, end } = startSlots(t);
    await requestMany(16);
    for (const number of numbers(1, 16)) await end(number);

    await requestMany(17);

    assert.equal(begun.length, 32);
  });

  it('are not given to those that have left', async (t) => {
    const { begun, request, requestMany, end } = startSlots(t);
    await requestMany(16);
    const leaving = new AbortController();
    const left = request(leaving.signal);
    await requestMany(1);
    leaving.abort(new Error('The account is gone.'));

    await assert.rejects(left, /The account is gone/);
    await end(1);

    assert.deepEqual(begun, [...numbers(1, 16), 18]);
  });
});
