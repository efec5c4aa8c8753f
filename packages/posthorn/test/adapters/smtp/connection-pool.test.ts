/** Places for connections: who gets one, who waits, what idles, and what is too old. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  ConnectionPool,
  type ConnectionPoolLimits,
  DEFAULT_POOL_LIMITS,
  type Sender,
  type Slot,
} from '../../../src/adapters/smtp/connection-pool.ts';
import type { SmtpConnection } from '../../../src/adapters/smtp/smtp-connection.ts';
import type { LoginKey } from '../../../src/domain/accounts/login-key.ts';
import type { AccountKey } from '../../../src/domain/limits/limit-keys.ts';

const { signal } = new AbortController();

/** The login of that name, the only one of its account unless the account is named as well. */
function sender(login: string, account = login): Sender {
  return { account: account as AccountKey, login: login as LoginKey };
}

/** The names of the connections that the pool has left, in order. */
let left: string[] = [];
beforeEach(() => {
  left = [];
});

function createPool(
  t: { after(close: () => Promise<void>): void },
  limits: Partial<ConnectionPoolLimits> = {},
) {
  const pool = new ConnectionPool({ ...DEFAULT_POOL_LIMITS, ...limits });
  t.after(() => pool.close());
  return pool;
}

/** A connection as far as the pool looks at it. */
function connection(name: string, given: Partial<SmtpConnection> = {}): SmtpConnection {
  const parts = { openedAt: Date.now(), isReady: true, quit: () => left.push(name), ...given };
  return parts as unknown as SmtpConnection;
}

/** Takes slots and gives them back with connections of these names. */
async function idle(pool: ConnectionPool, key: string, names: readonly string[]): Promise<void> {
  const slots = await Promise.all(names.map(() => pool.take(sender(key), signal)));
  for (const [index, slot] of slots.entries()) slot.release(connection(names[index] ?? ''));
}

/** True when the promise needs nothing more from outside. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await nextTurn();
  return settled;
}

describe('A slot', () => {
  it('has no connection at first, and then the one that was given back', async (t) => {
    const pool = createPool(t);
    const used = connection('used');

    const first = await pool.take(sender('a'), signal);
    first.release(used);
    const second = await pool.take(sender('a'), signal);
    second.release(undefined);
    const third = await pool.take(sender('a'), signal);
    third.release(undefined);

    assert.deepEqual(
      [first, second, third].map((slot) => slot.connection),
      [undefined, used, undefined],
    );
    assert.deepEqual(left, []);
  });

  it('has the connection that was used last', async (t) => {
    const pool = createPool(t);
    await idle(pool, 'a', ['older', 'newer']);

    const slot = await pool.take(sender('a'), signal);
    slot.connection?.quit();
    slot.release(undefined);

    assert.deepEqual(left, ['newer']);
  });

  it('has no connection of another key', async (t) => {
    const pool = createPool(t);
    await idle(pool, 'a', ['of a']);

    const slot = await pool.take(sender('b'), signal);
    slot.release(undefined);

    assert.equal(slot.connection, undefined);
  });

  it('has no connection that has ended', async (t) => {
    const pool = createPool(t);
    const used = connection('ended');
    (await pool.take(sender('a'), signal)).release(used);
    Object.assign(used, { isReady: false });

    const slot = await pool.take(sender('a'), signal);
    slot.release(undefined);

    assert.equal(slot.connection, undefined);
    assert.deepEqual(left, ['ended']);
  });

  it('has no connection whose login is long ago', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    const pool = createPool(t, { maxAgeMs: 1_000 });
    await idle(pool, 'a', ['old']);
    t.mock.timers.tick(1_001);

    const slot = await pool.take(sender('a'), signal);
    slot.release(undefined);

    assert.equal(slot.connection, undefined);
    assert.deepEqual(left, ['old']);
  });

  it('keeps no connection that is not ready when it is given back', async (t) => {
    const pool = createPool(t);

    (await pool.take(sender('a'), signal)).release(connection('broken', { isReady: false }));

    assert.deepEqual(left, ['broken']);
  });

  it('is there again after the idle time, without the connection', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const pool = createPool(t, { idleMs: 1_000 });
    await idle(pool, 'a', ['idle']);

    t.mock.timers.tick(1_000);

    assert.deepEqual(left, ['idle']);
  });
});

describe('All slots', () => {
  it('together are no more than the limit, and idle connections make room, the longest idle first', async (t) => {
    const pool = createPool(t, { maxTotal: 2 });
    await idle(pool, 'a', ['of a']);
    await idle(pool, 'b', ['of b']);

    const slot = await pool.take(sender('c'), signal);
    assert.deepEqual(left, ['of a']);
    slot.release(undefined);
  });

  it('that are taken make the next one wait, whatever its key', async (t) => {
    const pool = createPool(t, { maxTotal: 1 });
    const first = await pool.take(sender('a'), signal);
    const second = pool.take(sender('b'), signal);
    assert.equal(await isSettled(second), false);

    first.release(connection('of a'));
    (await second).release(undefined);

    assert.deepEqual(left, ['of a']);
  });
});

describe('Those who wait', () => {
  it('get their slots in the order of their coming', async (t) => {
    const pool = createPool(t, { maxPerAccount: 1 });
    const order: string[] = [];
    const work = async (name: string) => {
      const slot = await pool.take(sender('a'), signal);
      order.push(name);
      slot.release(undefined);
    };
    const slot = await pool.take(sender('a'), signal);

    const waiting = ['1', '2', '3'].map(work);
    slot.release(undefined);
    await Promise.all(waiting);

    assert.deepEqual(order, ['1', '2', '3']);
  });

  it('do not hold up others with another key', async (t) => {
    const pool = createPool(t, { maxPerAccount: 1, maxTotal: 2 });
    const first = await pool.take(sender('a'), signal);
    const waiting = pool.take(sender('a'), signal);

    (await pool.take(sender('b'), signal)).release(undefined);
    assert.equal(await isSettled(waiting), false);
    first.release(undefined);

    (await waiting).release(undefined);
  });

  const queues: readonly (readonly [
    what: string,
    limits: Partial<ConnectionPoolLimits>,
    keys: readonly string[],
  ])[] = [
    ['with one key', { maxWaitingPerAccount: 1 }, ['a', 'a']],
    ['together', { maxWaiting: 1 }, ['b', 'a']],
  ];
  for (const [what, limits, [waitingKey = '', tooManyKey = '']] of queues) {
    it(`are no more than the limit ${what}`, async (t) => {
      const pool = createPool(t, { maxPerAccount: 1, ...limits });
      const taken = await Promise.all(['a', 'b'].map((key) => pool.take(sender(key), signal)));
      const waiting = pool.take(sender(waitingKey), signal);

      await assert.rejects(pool.take(sender(tooManyKey), signal), {
        code: 'too-many-connections',
        details: {
          detail: 'All connections to sending servers are in use. Nothing was sent.',
          retryAfterSeconds: 5,
        },
      });
      for (const slot of taken) slot.release(undefined);
      (await waiting).release(undefined);
    });
  }

  it('give up after a while', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const pool = createPool(t, { maxPerAccount: 1, waitMs: 1_000 });
    const slot = await pool.take(sender('a'), signal);
    const waiting = pool.take(sender('a'), signal);

    t.mock.timers.tick(1_000);

    await assert.rejects(waiting, { code: 'too-many-connections' });
    slot.release(undefined);
    (await pool.take(sender('a'), signal)).release(undefined);
  });

  it('leave no slot behind when they go', async (t) => {
    const pool = createPool(t, { maxPerAccount: 1 });
    const controller = new AbortController();
    const reason = new Error('The client went away.');
    const slot = await pool.take(sender('a'), signal);
    const waiting = pool.take(sender('a'), controller.signal);

    controller.abort(reason);
    await assert.rejects(waiting, reason);
    slot.release(undefined);

    (await pool.take(sender('a'), signal)).release(undefined);
  });

  it('do not begin when their signal has aborted', async (t) => {
    const reason = new Error('The client went away.');

    await assert.rejects(createPool(t).take(sender('a'), AbortSignal.abort(reason)), reason);
  });
});

describe('A pool that is closed', () => {
  it('leaves idle connections at once and settles when the last slot is given back', async (t) => {
    const pool = createPool(t);
    await idle(pool, 'a', ['idle']);
    const slots: readonly Slot[] = [
      await pool.take(sender('b'), signal),
      await pool.take(sender('c'), signal),
    ];

    const closed = [pool.close(), pool.close()];
    assert.deepEqual(left, ['idle']);
    slots[0]?.release(connection('of b'));
    assert.equal(await isSettled(Promise.all(closed)), false);
    slots[1]?.release(connection('of c'));
    await Promise.all(closed);

    assert.deepEqual(left, ['idle', 'of b', 'of c']);
  });

  it('refuses those who wait and those who come', async (t) => {
    const pool = createPool(t, { maxPerAccount: 1 });
    const slot = await pool.take(sender('a'), signal);
    const waiting = pool.take(sender('a'), signal);
    const stopping = {
      code: 'server-unavailable',
      details: { detail: 'The service is stopping. Nothing was sent.' },
    };

    const closed = pool.close();
    await assert.rejects(waiting, stopping);
    await assert.rejects(pool.take(sender('b'), signal), stopping);
    slot.release(undefined);
    await closed;
  });
});
