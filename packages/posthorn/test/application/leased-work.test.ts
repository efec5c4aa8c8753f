import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runLeased } from '../../src/application/leased-work.ts';
import { deferred } from '../support/deferred.ts';
import { createTestState } from '../support/memory-state.ts';

const { signal } = new AbortController();

describe('Work under a lease', () => {
  it('keeps its lease for as long as it lasts, and releases it', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const clock = { now: 0 };
    const { leases } = createTestState(() => clock.now);
    const gate = deferred<void>();
    const work = runLeased({ leases, keys: ['a'], owner: 'one' }, signal, () => gate.promise);
    const other = { keys: ['a'], owner: 'two', ttlMs: 1 };
    for (let step = 0; step < 10; step += 1) {
      await Promise.resolve();
      clock.now += 20_000;
      t.mock.timers.tick(20_000);
    }

    const early = await leases.acquire(other);
    gate.resolve();
    await work;

    assert.equal(early, null);
    assert.notEqual(await leases.acquire(other), null);
  });

  it('releases its lease when it fails', async () => {
    const { leases } = createTestState();
    const fail = () => Promise.reject(new Error('broken'));

    await assert.rejects(runLeased({ leases, keys: ['a'], owner: 'one' }, signal, fail), /broken/);

    assert.notEqual(await leases.acquire({ keys: ['a'], owner: 'two', ttlMs: 1 }), null);
  });
});
