import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SerialWork } from '../../src/application/serial-work.ts';

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('SerialWork', () => {
  it('begins the work of a key when the work before it has ended', async () => {
    const work = new SerialWork();
    const gate = deferred();
    const events: string[] = [];
    const first = work.run('a', async () => {
      await gate.promise;
      events.push('first');
    });
    const second = work.run('a', async () => {
      events.push('second');
    });

    gate.resolve();
    await Promise.all([first, second]);

    assert.deepEqual(events, ['first', 'second']);
  });

  it('does not let one key wait for another', async () => {
    const work = new SerialWork();
    const gate = deferred();
    const blocked = work.run('a', () => gate.promise);

    assert.equal(await work.run('b', async () => 'done'), 'done');

    gate.resolve();
    await blocked;
  });

  it('goes on after a failure, which only its caller hears of', async () => {
    const work = new SerialWork();
    const failed = work.run('a', () => Promise.reject(new Error('broken')));
    const next = work.run('a', async () => 'done');

    await assert.rejects(failed, /broken/);
    assert.equal(await next, 'done');
  });
});
