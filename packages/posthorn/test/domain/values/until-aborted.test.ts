import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilAborted } from '../../../src/domain/values/until-aborted.ts';

const NEVER = new Promise<never>(() => undefined);

describe('untilAborted', () => {
  it('gives the result of the work', async () => {
    assert.equal(await untilAborted(new AbortController().signal, Promise.resolve(7)), 7);
  });

  it('passes the failure of the work on', async () => {
    await assert.rejects(untilAborted(new AbortController().signal, Promise.reject(new Error('no'))), /no/);
  });

  it('fails with the reason of the signal when that is aborted first', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(controller.signal, NEVER);

    controller.abort(new Error('too late'));

    await assert.rejects(waiting, /too late/);
  });

  it('fails at once when the signal is aborted already', async () => {
    await assert.rejects(untilAborted(AbortSignal.abort(new Error('too late')), NEVER), /too late/);
  });
});
