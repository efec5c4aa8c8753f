/** The state of the primary process, as workers see it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryState } from '../../src/adapters/memory/memory-state.ts';
import type { StatePorts } from '../../src/application/ports/state/state-ports.ts';
import { createSharedState, createStateKeeper, resultValue } from '../../src/processes/shared-state.ts';
import { stateContract } from '../contracts/state/state.contract.ts';

/** A primary process with a clock, whose calls and results are copied as messages are. */
function setUp(changes: Partial<StatePorts> = {}) {
  const clock = { now: 1_000_000 };
  const keeper = createStateKeeper({ ...createMemoryState(() => clock.now), ...changes });
  const stateOf = (worker: number) =>
    createSharedState(async (call) =>
      resultValue(structuredClone(await keeper.answer(worker, structuredClone(call)))),
    );
  return { keeper, stateOf, pass: (ms: number) => (clock.now += ms) };
}

stateContract('through the primary process', async () => {
  const { stateOf, pass } = setUp();
  return { state: stateOf(1), pass };
});

describe('The state that workers share', () => {
  it('is the same for all of them', async () => {
    const { stateOf } = setUp();
    const request = { keys: ['a'], ttlMs: 1_000 };
    const lease = await stateOf(1).leases.acquire({ ...request, owner: 'one' });

    const early = await stateOf(2).leases.acquire({ ...request, owner: 'two' });
    await stateOf(1).leases.release(lease ?? { keys: [], owner: '', epoch: 0 });

    assert.deepEqual([lease?.owner, early], ['one', null]);
    assert.equal((await stateOf(2).leases.acquire({ ...request, owner: 'two' }))?.owner, 'two');
  });

  it('has nothing left of a lost worker, but the requests that it had begun, for an hour', async () => {
    const { keeper, stateOf, pass } = setUp();
    const [lost, other] = [stateOf(1), stateOf(2)];
    const request = { key: 'a-key', fingerprint: 'a-fingerprint' };
    const lease = { keys: ['a'], ttlMs: 60_000 };
    const slot = { pool: 'streams', total: 1, holders: [] };
    await lost.answerStore.begin({ ...request, owner: 'one' });
    await lost.leases.acquire({ ...lease, owner: 'one' });
    await lost.slots.take({ ...slot, owner: 'one' });

    await keeper.abandon(1);

    assert.notEqual(await other.leases.acquire({ ...lease, owner: 'two' }), null);
    assert.notEqual(await other.slots.take({ ...slot, owner: 'two' }), null);
    const before = await other.answerStore.begin({ ...request, owner: 'two' });
    pass(60 * 60_000);
    const after = await other.answerStore.begin({ ...request, owner: 'two' });
    assert.deepEqual([before, after], [{ fingerprint: request.fingerprint, answer: null }, null]);
  });

  it('fails at the worker that asked for it, and not in the primary process', async () => {
    const answers = createMemoryState(() => 0).answerStore;
    const begin = () => Promise.reject(new RangeError('The stored answer does not open.'));
    const { stateOf } = setUp({ answerStore: Object.assign(Object.create(answers), { begin }) });

    await assert.rejects(
      stateOf(1).answerStore.begin({ key: 'k', fingerprint: 'f', owner: 'one' }),
      /^Error: RangeError: The stored answer does not open\./,
    );
  });

  it('keeps all that a living worker holds', async () => {
    const { keeper, stateOf } = setUp();
    const lease = { keys: ['a'], ttlMs: 60_000 };
    await stateOf(2).leases.acquire({ ...lease, owner: 'two' });

    await keeper.abandon(1);

    assert.equal(await stateOf(1).leases.acquire({ ...lease, owner: 'one' }), null);
  });
});
