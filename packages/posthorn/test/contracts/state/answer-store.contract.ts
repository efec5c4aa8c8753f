/** What every answer store promises, whatever is behind it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ABANDONED_REQUEST_MS,
  type StoredAnswer,
} from '../../../src/application/ports/state/answer-store.ts';
import type { OpenState } from './state-under-test.ts';

/** An answer with a body of so many octets. */
export function answerOf(octets: number): StoredAnswer {
  return { status: 201, headers: { location: '/x' }, body: Buffer.alloc(octets, 'a') };
}

const FIRST = { key: 'a', fingerprint: 'first', owner: 'one' };
const SECOND = { key: 'a', fingerprint: 'second', owner: 'two' };

/** Runs the contract. */
export function answerStoreContract(name: string, open: OpenState): void {
  describe(`AnswerStore contract: ${name}`, () => {
    const setUp = async () => {
      const { state, pass } = await open();
      return { store: state.answerStore, pass };
    };

    it('begins a request once', async () => {
      const { store } = await setUp();

      const requests = [FIRST, SECOND, FIRST];
      const begun = await Promise.all(requests.map((request) => store.begin(request)));

      assert.equal(begun.filter((earlier) => earlier === null).length, 1);
      const { fingerprint } = requests[begun.indexOf(null)] ?? FIRST;
      assert.deepEqual(await store.begin(SECOND), { fingerprint, answer: null });
    });

    it('gives the answer of a finished request', async () => {
      const { store } = await setUp();
      await store.begin(FIRST);
      await store.finish({ key: 'a', answer: answerOf(3) });

      assert.deepEqual(plain((await store.begin(FIRST))?.answer), plain(answerOf(3)));
    });

    it('gives an answer without a body', async () => {
      const { store } = await setUp();
      await store.begin(FIRST);
      await store.finish({ key: 'a', answer: { status: 204, headers: {}, body: null } });

      assert.deepEqual((await store.begin(FIRST))?.answer, { status: 204, headers: {}, body: null });
    });

    it('begins a forgotten request anew', async () => {
      const { store } = await setUp();
      await store.begin(FIRST);
      await store.forget('a');

      assert.equal(await store.begin(SECOND), null);
    });

    it('keeps requests of other keys apart', async () => {
      const { store } = await setUp();
      await store.begin(FIRST);

      assert.equal(await store.begin({ ...FIRST, key: 'b' }), null);
    });

    it('forgets what an owner has abandoned without an answer, after an hour', async () => {
      const { store, pass } = await setUp();
      await store.begin(FIRST);
      await store.abandon('one');
      pass(ABANDONED_REQUEST_MS - 1);
      const before = await store.begin(SECOND);
      pass(1);

      assert.deepEqual(before, { fingerprint: 'first', answer: null });
      assert.equal(await store.begin(SECOND), null);
    });

    it('keeps answers of an owner that has ended, and requests of others', async () => {
      const { store, pass } = await setUp();
      await store.begin(FIRST);
      await store.finish({ key: 'a', answer: answerOf(3) });
      await store.begin({ ...SECOND, key: 'b' });
      await store.abandon('one');
      pass(ABANDONED_REQUEST_MS);

      assert.deepEqual(plain((await store.begin(SECOND))?.answer), plain(answerOf(3)));
      assert.deepEqual(await store.begin({ ...FIRST, key: 'b' }), { fingerprint: 'second', answer: null });
    });

    it('takes it well when there is nothing to finish or to forget', async () => {
      const { store } = await setUp();
      await store.finish({ key: 'none', answer: answerOf(1) });
      await store.forget('none');

      assert.equal(await store.begin({ ...FIRST, key: 'none' }), null);
    });
  });
}

/** With its body as text: stores may return any kind of octets. */
function plain(answer: StoredAnswer | null | undefined) {
  return answer && { ...answer, body: answer.body && Buffer.from(answer.body).toString() };
}
