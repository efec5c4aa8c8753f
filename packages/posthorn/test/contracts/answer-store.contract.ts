/** What every answer store promises, whatever is behind it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerStore, KeptAnswer } from '../../src/application/ports/state/answer-store.ts';

/** An answer with a body of so many octets. */
export function answerOf(octets: number): KeptAnswer {
  return { status: 201, headers: { location: '/x' }, body: Buffer.alloc(octets, 'a') };
}

/** Runs the contract against stores that `open` makes, each empty. */
export function answerStoreContract(name: string, open: () => AnswerStore): void {
  describe(`AnswerStore contract: ${name}`, () => {
    const first = { key: 'a', fingerprint: 'first' };
    const second = { key: 'a', fingerprint: 'second' };

    it('begins a request once', async () => {
      const store = open();

      const begun = await Promise.all([store.begin(first), store.begin(second), store.begin(first)]);

      assert.equal(begun.filter((earlier) => earlier === null).length, 1);
      assert.deepEqual(await store.begin(second), { fingerprint: 'first', answer: null });
    });

    it('gives the answer of a finished request', async () => {
      const store = open();
      await store.begin(first);
      await store.finish({ key: 'a', answer: answerOf(3) });

      assert.deepEqual(await store.begin(first), { fingerprint: 'first', answer: answerOf(3) });
    });

    it('gives an answer without a body', async () => {
      const store = open();
      await store.begin(first);
      await store.finish({ key: 'a', answer: { status: 204, headers: {}, body: null } });

      assert.deepEqual((await store.begin(first))?.answer, { status: 204, headers: {}, body: null });
    });

    it('begins a forgotten request anew', async () => {
      const store = open();
      await store.begin(first);
      await store.forget('a');

      assert.equal(await store.begin(second), null);
    });

    it('keeps requests of other keys apart', async () => {
      const store = open();
      await store.begin(first);

      assert.equal(await store.begin({ key: 'b', fingerprint: 'first' }), null);
    });

    it('takes it well when there is nothing to finish or to forget', async () => {
      const store = open();
      await store.finish({ key: 'none', answer: answerOf(1) });
      await store.forget('none');

      assert.equal(await store.begin({ key: 'none', fingerprint: 'x' }), null);
    });
  });
}
