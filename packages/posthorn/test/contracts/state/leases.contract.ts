/** What all leases promise, whatever is behind them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lease, Leases } from '../../../src/application/ports/state/leases.ts';
import type { OpenState } from './state-under-test.ts';

const TTL_MS = 1_000;

async function setUp(open: OpenState) {
  const { state, pass } = await open();
  const { leases } = state;
  const acquire = (owner: string, ...keys: readonly string[]) =>
    leases.acquire({ owner, keys, ttlMs: TTL_MS });
  return { leases, pass, acquire };
}

/** A lease that has to be granted. */
async function granted(request: Promise<Lease | null>): Promise<Lease> {
  const lease = await request;
  assert.ok(lease, 'the lease is not granted');
  return lease;
}

async function isHeldFor(leases: Leases, lease: Lease): Promise<boolean> {
  return leases.renew({ ...lease, ttlMs: TTL_MS });
}

/** Runs the contract. */
export function leasesContract(name: string, open: OpenState): void {
  describe(`Leases contract, granting: ${name}`, () => {
    it('grants a key to one of several owners that ask at the same time', async () => {
      const { acquire } = await setUp(open);

      const asked = await Promise.all(['one', 'two', 'three'].map((owner) => acquire(owner, 'a')));

      assert.equal(asked.filter((lease) => lease !== null).length, 1);
    });

    it('grants all keys or none', async () => {
      const { acquire } = await setUp(open);
      await acquire('one', 'b');

      assert.equal(await acquire('two', 'a', 'b', 'c'), null);
      assert.deepEqual((await granted(acquire('three', 'a', 'c'))).keys, ['a', 'c']);
    });

    it('grants a released key, with a greater epoch', async () => {
      const { leases, acquire } = await setUp(open);
      const first = await granted(acquire('one', 'a'));
      await leases.release(first);

      const second = await granted(acquire('two', 'a'));

      assert.equal(second.epoch > first.epoch, true);
      assert.deepEqual(second, { keys: ['a'], owner: 'two', epoch: second.epoch });
    });

    it('grants a key again to its owner, whose earlier lease counts no more', async () => {
      const { leases, acquire } = await setUp(open);
      const first = await granted(acquire('one', 'a'));
      const second = await granted(acquire('one', 'a'));

      await leases.release(first);

      assert.equal(second.epoch > first.epoch, true);
      assert.deepEqual([await isHeldFor(leases, first), await isHeldFor(leases, second)], [false, true]);
      assert.equal(await acquire('two', 'a'), null);
    });
  });
  leaseEnds(name, open);
}

function leaseEnds(name: string, open: OpenState): void {
  describe(`Leases contract, ends: ${name}`, () => {
    it('ends a lease after its time, from which on it cannot be renewed', async () => {
      const { leases, pass, acquire } = await setUp(open);
      const first = await granted(acquire('one', 'a'));
      pass(TTL_MS - 1);
      const early = await acquire('two', 'a');
      pass(1);

      const renewed = await leases.renew({ ...first, ttlMs: TTL_MS });
      const second = await granted(acquire('two', 'a'));

      assert.deepEqual([early, renewed], [null, false]);
      assert.equal(second.epoch > first.epoch, true);
    });

    it('lets a renewed lease end later', async () => {
      const { leases, pass, acquire } = await setUp(open);
      const lease = await granted(acquire('one', 'a', 'b'));
      pass(TTL_MS - 1);
      assert.equal(await leases.renew({ ...lease, ttlMs: TTL_MS }), true);
      pass(TTL_MS - 1);

      assert.deepEqual([await acquire('two', 'a'), await acquire('two', 'b')], [null, null]);
    });

    it('renews no lease that has lost one of its keys', async () => {
      const { leases, acquire } = await setUp(open);
      const both = await granted(acquire('one', 'a', 'b'));
      await acquire('one', 'b');

      assert.equal(await leases.renew({ ...both, ttlMs: TTL_MS }), false);
    });

    it('releases nothing of a later lease', async () => {
      const { leases, pass, acquire } = await setUp(open);
      const first = await granted(acquire('one', 'a'));
      pass(TTL_MS);
      await acquire('two', 'a');

      await leases.release(first);

      assert.equal(await acquire('three', 'a'), null);
    });

    it('ends all leases of an owner that has ended, and none of another', async () => {
      const { leases, acquire } = await setUp(open);
      await acquire('one', 'a', 'b');
      await acquire('two', 'c');

      await leases.abandon('one');

      assert.deepEqual((await granted(acquire('three', 'a', 'b'))).keys, ['a', 'b']);
      assert.equal(await acquire('three', 'c'), null);
    });
  });
}
