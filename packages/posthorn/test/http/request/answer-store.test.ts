import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerStore, type KeptAnswer } from '../../../src/http/request/answer-store.ts';
import { deferred } from '../../support/deferred.ts';

const LIMITS = { maxEntries: 2, maxOctets: 10, lifetimeMs: 1_000 };

function answerOf(octets: number): KeptAnswer {
  return { status: 200, headers: {}, body: Buffer.alloc(octets) };
}

/** A store with a clock that tests set, and what it keeps of the keys. */
function createStore() {
  const clock = { now: 0 };
  const store = new AnswerStore(LIMITS, () => clock.now);
  const keep = async (key: string, answer: KeptAnswer | null) => {
    store.keep(key, { fingerprint: key, answer: Promise.resolve(answer) });
    await Promise.resolve();
  };
  const kept = (...keys: readonly string[]) => keys.filter((key) => store.find(key) !== undefined);
  return { store, clock, keep, kept };
}

describe('AnswerStore', () => {
  it('finds a request before and after its answer is there', async () => {
    const { store } = createStore();
    const request = { fingerprint: 'x', answer: Promise.resolve(answerOf(1)) };
    store.keep('a', request);

    assert.equal(store.find('a'), request);
    await request.answer;
    assert.equal(store.find('a'), request);
  });

  it('forgets a request whose work came to nothing', async () => {
    const { keep, kept } = createStore();
    await keep('a', null);

    assert.deepEqual(kept('a'), []);
  });

  it('does not forget a second attempt because of the first', async () => {
    const { store, kept } = createStore();
    const { promise, resolve } = deferred<null>();
    store.keep('a', { fingerprint: 'first', answer: promise });
    store.keep('a', { fingerprint: 'second', answer: Promise.resolve(answerOf(1)) });
    resolve(null);
    await promise;

    assert.deepEqual(kept('a'), ['a']);
  });

  it('keeps the newest entries', async () => {
    const { keep, kept } = createStore();
    await keep('a', answerOf(1));
    await keep('b', answerOf(1));
    await keep('c', answerOf(1));

    assert.deepEqual(kept('a', 'b', 'c'), ['b', 'c']);
  });

  it('keeps no more octets than it may', async () => {
    const { keep, kept } = createStore();
    await keep('a', answerOf(6));
    await keep('b', answerOf(5));

    assert.deepEqual(kept('a', 'b'), ['b']);
  });

  it('forgets an entry after its lifetime, and its octets with it', async () => {
    const { clock, keep, kept } = createStore();
    await keep('a', answerOf(9));
    clock.now = 999;
    const before = kept('a');
    clock.now = 1_000;
    const after = kept('a');
    await keep('b', answerOf(9));

    assert.deepEqual([before, after, kept('b')], [['a'], [], ['b']]);
  });
});
