/** Rendezvous hashing: the same everywhere, even, and with few moves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chooseWorker } from '../../../src/http/peers/rendezvous.ts';

const USERS = Array.from({ length: 4_000 }, (_, index) => `user${index}@example.org`);

describe('chooseWorker', () => {
  it('moves only the keys of a worker that is taken away', () => {
    const someWorkers = fc.uniqueArray(fc.integer({ min: 1, max: 64 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(fc.string(), someWorkers, fc.nat(), (key, workers, lot) => {
        const lost = workers[lot % workers.length];
        const before = chooseWorker(key, workers);
        const after = chooseWorker(
          key,
          workers.filter((worker) => worker !== lost),
        );
        return before === lost ? after !== lost : after === before;
      }),
    );
  });

  it('does not depend on the order of the workers', () => {
    const differing = USERS.filter((user) => chooseWorker(user, [1, 2, 3]) !== chooseWorker(user, [3, 1, 2]));

    assert.deepEqual(differing, []);
  });

  it('gives each worker about as many keys, also of a worker that is gone', () => {
    const share = (workers: readonly number[], worker: number) =>
      USERS.filter((user) => chooseWorker(user, workers) === worker).length / USERS.length;

    const shares = [1, 2, 3, 4].map((worker) => share([1, 2, 3, 4], worker));
    const sharesWithoutThird = [1, 2, 4].map((worker) => share([1, 2, 4], worker));

    assert.ok(
      shares.every((each) => Math.abs(each - 1 / 4) < 0.05),
      String(shares),
    );
    assert.ok(
      sharesWithoutThird.every((each) => Math.abs(each - 1 / 3) < 0.05),
      String(sharesWithoutThird),
    );
  });

  it('refuses to choose among none', () => {
    assert.throws(() => chooseWorker('jane', []), RangeError);
  });
});
