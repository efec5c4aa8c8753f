import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Waiters } from '../../../src/domain/values/waiters.ts';

const { signal } = new AbortController();

/** Waiters, and what became of each, in order. */
function setUp() {
  const waiters = new Waiters<string, string>();
  const events: string[] = [];
  const wait = (wish: string, own = signal, ms: number | null = null) => {
    const limit = ms === null ? null : { ms, late: () => 'late' };
    return waiters.wait(wish, limit, own).then(
      (grant) => events.push(`${wish} gets ${grant}`),
      (reason: unknown) => events.push(`${wish}: ${reason}`),
    );
  };
  return { waiters, events, wait };
}

function mockTime(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout'] });
}

describe('Waiters', () => {
  it('are served in the order of arrival, each once', async () => {
    const { waiters, events, wait } = setUp();
    const all = [wait('a'), wait('b')];

    const served = ['one', 'two', 'three'].map((grant) => waiters.serveNext(grant));
    await Promise.all(all);

    assert.deepEqual(served, [true, true, false]);
    assert.deepEqual(events, ['a gets one', 'b gets two']);
  });

  it('are granted what is chosen for their wishes, and go on waiting without it', async () => {
    const { waiters, events, wait } = setUp();
    const served = [wait('a'), wait('c')];
    void wait('b');

    waiters.serve((wish) => (wish === 'b' ? undefined : `the ${wish}`));
    await Promise.all(served);

    assert.deepEqual(events, ['a gets the a', 'c gets the c']);
    assert.deepEqual(waiters.wishes, ['b']);
  });

  it('leave with their signal, and are granted nothing then', async () => {
    const { waiters, events, wait } = setUp();
    const leaving = new AbortController();
    const all = [wait('a', leaving.signal), wait('b')];

    leaving.abort('gone');
    waiters.serveNext('one');
    await Promise.all([...all, wait('c', leaving.signal)]);

    assert.deepEqual(events.sort(), ['a: gone', 'b gets one', 'c: gone']);
    assert.equal(waiters.count, 0);
  });

  it('get what they were granted before their signal aborted', async () => {
    const { waiters, events, wait } = setUp();
    const leaving = new AbortController();
    const waiting = wait('a', leaving.signal);

    waiters.serveNext('one');
    leaving.abort('gone');
    await waiting;

    assert.deepEqual(events, ['a gets one']);
  });

  it('wait no longer than their limit', async (t) => {
    mockTime(t);
    const { waiters, events, wait } = setUp();
    const waiting = wait('a', signal, 100);

    t.mock.timers.tick(100);
    await waiting;

    assert.deepEqual([events, waiters.count], [['a: late'], 0]);
  });

  it('are refused all at once', async () => {
    const { waiters, events, wait } = setUp();
    const all = [wait('a'), wait('b')];

    waiters.refuseAll(() => 'closed');
    await Promise.all(all);

    assert.deepEqual(events, ['a: closed', 'b: closed']);
  });
});
