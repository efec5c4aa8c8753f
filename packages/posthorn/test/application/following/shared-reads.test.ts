import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SharedReads } from '../../../src/application/following/shared-reads.ts';
import { WakeUp } from '../../../src/application/following/wake-up.ts';

const NEVER = new AbortController().signal;

describe('SharedReads', () => {
  it('reads once for all who ask before it begins', async () => {
    const shared = new SharedReads<number>(5);
    let reads = 0;
    const read = async () => ++reads;

    assert.deepEqual(await Promise.all([shared.read('a', read), shared.read('a', read)]), [1, 1]);
    assert.equal(await shared.read('a', read), 2);
  });

  it('joins no read that has begun: it may have missed what the caller was told of', async () => {
    const shared = new SharedReads<string>(1);
    const order: string[] = [];
    let finish: (value: string) => void = () => undefined;
    const first = shared.read('a', () => {
      order.push('first begins');
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    const second = shared.read('a', async () => 'second');

    assert.equal(await second, 'second');
    finish('first');
    assert.deepEqual([await first, order], ['first', ['first begins']]);
  });

  it('keeps different questions apart', async () => {
    const shared = new SharedReads<string>(1);

    assert.deepEqual(
      await Promise.all([shared.read('a', async () => 'a'), shared.read('b', async () => 'b')]),
      ['a', 'b'],
    );
  });
});

describe('WakeUp', () => {
  it('remembers that it was woken before it waits, once', async () => {
    const wakeUp = new WakeUp();
    wakeUp.wake();

    assert.equal(await wakeUp.wait(5, NEVER), 'woken');
    assert.equal(await wakeUp.wait(5, NEVER), 'time');
  });

  it('ends with the signal', async () => {
    assert.equal(await new WakeUp().wait(60_000, AbortSignal.timeout(5)), 'aborted');
    assert.equal(await new WakeUp().wait(60_000, AbortSignal.abort()), 'aborted');
  });
});
