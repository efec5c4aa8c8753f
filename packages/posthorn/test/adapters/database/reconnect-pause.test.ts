import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReconnectPause } from '../../../src/adapters/database/dialects/reconnect-pause.ts';

const AWAY = new Error('away');
const MAX_MS = 400;

function setUp() {
  let at = 0;
  let attempts = 0;
  const pause = new ReconnectPause(() => at, MAX_MS);
  return {
    pause,
    attempts: () => attempts,
    pass: (ms: number) => {
      at += ms;
    },
    fail: () =>
      pause.run(() => {
        attempts += 1;
        return Promise.reject(AWAY);
      }),
  };
}

describe('The pause between connections to a database that is away', () => {
  it('doubles up to its limit, and rejects without an attempt in between', async () => {
    const { pass, fail, attempts } = setUp();
    const tried: boolean[] = [];
    for (const ms of [0, 99, 1, 199, 1, 399, 1, 399, 1]) {
      pass(ms);
      const before = attempts();
      await assert.rejects(fail(), AWAY);
      tried.push(attempts() > before);
    }

    assert.deepEqual(tried, [true, false, true, false, true, false, true, false, true]);
  });

  it('counts attempts that fail together as one: a pool that opens ten would pause for seconds', async () => {
    const { pass, fail, attempts } = setUp();
    await Promise.allSettled(Array.from({ length: 10 }, fail));
    pass(100);
    await assert.rejects(fail(), AWAY);

    assert.equal(attempts(), 11);
  });

  it('keeps its length when an attempt fails that began before it', async () => {
    const { pause, pass, fail, attempts } = setUp();
    let end: (error: unknown) => void = () => undefined;
    const slow = pause.run(
      () =>
        new Promise<string>((_resolve, reject) => {
          end = reject;
        }),
    );
    for (const ms of [0, 100]) {
      pass(ms);
      await assert.rejects(fail(), AWAY);
    }
    end(AWAY);
    await assert.rejects(slow, AWAY);
    pass(199);
    await assert.rejects(fail(), AWAY);

    assert.equal(attempts(), 2);
  });

  it('has one attempt at a time, because each costs the whole limit at a server that hangs', async () => {
    const { pause, pass, fail } = setUp();
    await assert.rejects(fail(), AWAY);
    pass(MAX_MS);
    let answer: (connection: string) => void = () => undefined;
    const first = pause.run(
      () =>
        new Promise<string>((resolve) => {
          answer = resolve;
        }),
    );
    const others = [1, 2, 3].map(() => pause.run(async () => 'a connection too many'));
    for (const other of others) await assert.rejects(other, AWAY);
    answer('connected');

    assert.equal(await first, 'connected');
    assert.equal(await pause.run(async () => 'at once'), 'at once');
  });
});
