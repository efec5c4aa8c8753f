import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemoryAnswerStore } from '../../../src/adapters/memory/memory-answer-store.ts';
import { answerOf } from '../../contracts/state/answer-store.contract.ts';

const LIMITS = { maxEntries: 2, maxOctets: 10, lifetimeMs: 1_000 };

/** A store with a clock that tests set, and which of the keys it still knows. */
function createStore() {
  const clock = { now: 0 };
  const store = new MemoryAnswerStore({ limits: LIMITS, now: () => clock.now });
  const keep = async (key: string, octets: number) => {
    await store.begin({ key, fingerprint: key, owner: 'one' });
    await store.finish({ key, answer: answerOf(octets) });
  };
  /** Asking for a key that is not known begins it, so that each test asks once for each. */
  const isKept = async (key: string) => (await store.begin({ key, fingerprint: key, owner: 'one' })) !== null;
  return { clock, keep, isKept };
}

describe('MemoryAnswerStore', () => {
  it('keeps the newest entries', async () => {
    const { keep, isKept } = createStore();
    await keep('a', 1);
    await keep('b', 1);
    await keep('c', 1);

    assert.deepEqual([await isKept('c'), await isKept('b'), await isKept('a')], [true, true, false]);
  });

  it('keeps no more octets than it may', async () => {
    const { keep, isKept } = createStore();
    await keep('a', 6);
    await keep('b', 5);

    assert.deepEqual([await isKept('b'), await isKept('a')], [true, false]);
  });

  it('keeps an entry for its lifetime', async () => {
    const { clock, keep, isKept } = createStore();
    await keep('a', 1);
    clock.now = 999;

    assert.equal(await isKept('a'), true);
  });

  it('forgets an entry after its lifetime, and its octets with it', async () => {
    const { clock, keep, isKept } = createStore();
    await keep('a', 9);
    clock.now = 1_000;
    await keep('b', 9);

    assert.deepEqual([await isKept('b'), await isKept('a')], [true, false]);
  });
});
