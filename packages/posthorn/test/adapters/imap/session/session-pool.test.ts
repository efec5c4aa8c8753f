import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConnectionClosed } from 'posthorn-imap';
import type { ImapSession } from '../../../../src/adapters/imap/session/imap-session.ts';
import { SessionGroup } from '../../../../src/adapters/imap/session/session-group.ts';
import type { MailAccount } from '../../../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../../../src/domain/errors/mail-error.ts';
import { bearerLogin, passwordLogin } from '../../../../src/domain/logins/login.ts';
import { testAccount } from '../../../contracts/store-under-test.ts';
import { code } from '../../../support/domain-values.ts';

import { alice, bob, borrow, FakeSession, poolWith, poolWithSilence } from './pool-scene.ts';

const { signal } = new AbortController();

describe('SessionPool', () => {
  it('lends a returned session again', async () => {
    const { pool, opened } = poolWith();

    (await borrow(pool, alice)).release();
    const lease = await borrow(pool, alice);

    assert.equal(opened.length, 1);
    assert.equal(lease.isWarm, true);
  });

  it('never lends a session to other credentials', async () => {
    const { pool, opened } = poolWith();
    const accounts = [
      alice,
      { ...alice, login: passwordLogin('alice', 'other') },
      { ...alice, login: bearerLogin('alice', 'a') },
      { ...alice, login: passwordLogin('Alice', 'a') },
      { ...alice, inbox: { ...alice.inbox, host: '127.0.0.2' } },
      { ...alice, inbox: { ...alice.inbox, port: 993 } },
      { ...alice, inbox: { ...alice.inbox, isTls: true } },
      { ...alice, origin: 'client' as const },
    ];

    for (const account of accounts) (await borrow(pool, account)).release();

    assert.equal(opened.length, accounts.length);
  });

  it('reports the end of a login when its last session is gone, and not when it is replaced at once', async () => {
    const { pool, opened } = poolWith();
    const ended: string[] = [];
    pool.onLoginEnd((key) => ended.push(key));
    const lease = await borrow(pool, alice);
    opened[0]?.destroy();
    lease.release();
    const replaced = await borrow(pool, alice);
    await new Promise(setImmediate);
    const endedEarly = [...ended];

    opened[1]?.destroy();
    replaced.release();
    await new Promise(setImmediate);

    assert.deepEqual(endedEarly, []);
    assert.deepEqual(ended, [pool.keyOf(alice)]);
  });

  it('lets requests wait when all sessions of a login are lent out', async () => {
    const { pool, opened } = poolWith();
    const first = await borrow(pool, alice);
    await borrow(pool, alice);

    const third = borrow(pool, alice);
    first.release();

    assert.equal((await third).session, first.session);
    assert.equal(opened.length, 2);
  });

  it('hands a freed session on when the request that waited for it is given up', async () => {
    const { pool } = poolWith({ maxPerAccount: 1 });
    const held = await borrow(pool, alice);
    const given = new AbortController();
    const impatient = pool.borrow({ account: alice, mailbox: null }, given.signal);
    const patient = borrow(pool, alice);

    held.release();
    given.abort(new Error('gone'));

    const [first, second] = await Promise.allSettled([impatient, patient]);
    if (first.status === 'fulfilled') first.value.release();
    assert.equal(second.status, 'fulfilled');
  });

  it('closes the session that idles longest to make room for another login', async () => {
    const { pool, opened } = poolWith({ maxTotal: 1 });
    (await borrow(pool, alice)).release();

    await borrow(pool, bob);

    assert.deepEqual(
      opened.map(({ account, isOpen }) => [account.login.user, isOpen]),
      [
        ['alice', false],
        ['bob', true],
      ],
    );
  });

  it('refuses when every session is in use', async () => {
    const { pool } = poolWith({ maxTotal: 1 });
    await borrow(pool, alice);

    await assert.rejects(borrow(pool, bob), code('too-many-connections'));
  });

  it('does not lend a session that was closed meanwhile', async () => {
    const { pool, opened } = poolWith();
    (await borrow(pool, alice)).release();
    opened[0]?.destroy();

    await borrow(pool, alice);

    assert.equal(opened.length, 2);
  });

  it('proves a login again after a quarter of an hour', async () => {
    const { pool, opened, pass } = poolWith();
    await pool.verify(alice, signal);
    pass(14 * 60_000);
    await pool.verify(alice, signal);
    pass(2 * 60_000);
    await pool.verify(alice, signal);

    assert.equal(opened.length, 2);
  });

  it('works with the sessions it has when the server allows no more', async () => {
    let openings = 0;
    const { pool } = poolWith({
      open: async (account) => {
        openings += 1;
        if (openings > 1) throw new MailError('rate-limited', { detail: 'no more' });
        return new FakeSession(account) as unknown as ImapSession;
      },
    });
    const first = await borrow(pool, alice);

    const second = borrow(pool, alice);
    await new Promise(setImmediate);
    first.release();

    assert.equal((await second).session, first.session);
  });

  it('reports the limit of a server that allows none', async () => {
    const { pool } = poolWith({
      open: () => Promise.reject(new MailError('rate-limited', { detail: 'no more' })),
    });

    await assert.rejects(borrow(pool, alice), code('rate-limited'));
  });

  it('remembers a refused login for a while and asks the server no more', async () => {
    let openings = 0;
    const { pool, pass } = poolWith({
      open: () => {
        openings += 1;
        return Promise.reject(new MailError('authentication-failed', { detail: 'no' }));
      },
    });

    await assert.rejects(pool.verify(alice, signal), code('authentication-failed'));
    await assert.rejects(pool.verify(alice, signal), code('authentication-failed'));
    pass(60_000);
    await assert.rejects(pool.verify(alice, signal), code('authentication-failed'));

    assert.equal(openings, 2);
  });

  it('asks the server about a wrong password four times in ten minutes, however often it comes', async () => {
    let openings = 0;
    const { pool, pass } = poolWith({
      open: () => {
        openings += 1;
        return Promise.reject(new MailError('authentication-failed', { detail: 'no' }));
      },
    });

    for (let second = 0; second < 600; second += 5) {
      await assert.rejects(pool.verify(alice, signal), code('authentication-failed'));
      pass(5_000);
    }

    assert.equal(openings, 4);
  });

  it('asks the server once about a wrong password that comes many times at once', async () => {
    let openings = 0;
    const { pool } = poolWith({
      open: async () => {
        openings += 1;
        await nextTurn();
        throw new MailError('authentication-failed', { detail: 'no' });
      },
    });

    const verifyAlone = () => pool.verify(alice, new AbortController().signal);
    const results = await Promise.allSettled(Array.from({ length: 50 }, verifyAlone));

    assert.deepEqual([openings, new Set(results.map(({ status }) => status))], [1, new Set(['rejected'])]);
  });

  describe('while many sign-ins are under way that nobody answers', () => {
    /** A full pool of users who are signed in, and twenty strangers who wait for a silent server. */
    async function stormy() {
      const strangers = Array.from({ length: 20 }, (_, index) =>
        testAccount({ host: '127.0.0.1', port: 143 }, { name: `stranger${index}`, password: 'x' }),
      );
      const { pool, opened, open } = poolWithSilence(strangers);
      const leases = [await borrow(pool, alice), await borrow(pool, alice), await borrow(pool, bob)];
      for (const lease of leases) lease.release();
      const storm = strangers.map((account) => ({ account, leaving: new AbortController() }));
      const waiting = storm.map(({ account, leaving }) =>
        pool.borrow({ account, mailbox: null }, leaving.signal),
      );
      const end = async (): Promise<void> => {
        for (const { leaving } of storm) leaving.abort(new Error('over'));
        await Promise.allSettled(waiting);
      };
      return { pool, opened, open, end };
    }

    it('serves those who are signed in, and closes none of their sessions', async () => {
      const { pool, opened, end } = await stormy();

      const leases = [await borrow(pool, alice), await borrow(pool, alice), await borrow(pool, bob)];

      assert.deepEqual([opened.length, leases.every(({ isWarm }) => isWarm)], [3, true]);
      await end();
    });

    it('lets a session that idles go only for a login that the server has accepted', async () => {
      const { pool, opened, end } = await stormy();
      const carol = testAccount({ host: '127.0.0.1', port: 143 }, { name: 'carol', password: 'c' });

      (await borrow(pool, carol)).release();

      assert.deepEqual(
        opened.map(({ isOpen }) => isOpen),
        [false, true, true, true],
      );
      await end();
    });
  });

  it('keeps half of its room from the servers that one client names', async () => {
    const { pool } = poolWith({ maxTotal: 4 });
    const named = (host: string): MailAccount => ({
      ...testAccount({ host, port: 143 }, { name: 'mallory', password: 'm' }),
      origin: 'client',
      client: '192.0.2.1',
    });

    await borrow(pool, named('127.0.0.1'));
    await borrow(pool, named('127.0.0.2'));

    await assert.rejects(borrow(pool, named('127.0.0.3')), code('too-many-connections'));
    await borrow(pool, { ...named('127.0.0.3'), client: '192.0.2.2' });
  });

  it('keeps half of its room from one server that clients name', async () => {
    const { pool } = poolWith({ maxTotal: 4 });
    const named = (name: string): MailAccount => ({
      ...testAccount({ host: '127.0.0.1', port: 143 }, { name, password: 'm' }),
      origin: 'client',
    });

    await borrow(pool, named('a'));
    await borrow(pool, named('b'));

    await assert.rejects(borrow(pool, named('c')), code('too-many-connections'));
    await borrow(pool, alice);
  });

  it('does not take an unavailable server for a wrong password', async () => {
    let openings = 0;
    const { pool } = poolWith({
      open: async (account) => {
        openings += 1;
        if (openings === 1) throw new MailError('server-unavailable', { detail: 'later' });
        return new FakeSession(account) as unknown as ImapSession;
      },
    });
    await assert.rejects(pool.verify(alice, signal), code('server-unavailable'));

    await pool.verify(alice, signal);

    assert.equal(openings, 2);
  });

  it('does reading once more when a warm session was dead', async () => {
    const { pool, opened } = poolWith();
    (await borrow(pool, alice)).release();
    let attempts = 0;

    const result = await pool.use(
      { account: alice, mailbox: null },
      async () => {
        attempts += 1;
        if (attempts === 1) throw new ConnectionClosed('reset');
        return 'read';
      },
      signal,
    );

    assert.deepEqual([result, attempts, opened.length], ['read', 2, 2]);
  });

  it('reports a connection that was lost although it was new', async () => {
    const { pool } = poolWith();
    const work = () => Promise.reject(new ConnectionClosed('reset'));

    await assert.rejects(
      pool.use({ account: alice, mailbox: null }, work, signal),
      code('server-unavailable'),
    );
  });

  it('closes idle sessions that have a mailbox open which is going, and no others', async () => {
    const { pool, opened } = poolWith({ maxPerAccount: 3, maxTotal: 4 });
    const leases = [await borrow(pool, alice), await borrow(pool, alice), await borrow(pool, bob)];
    for (const [index, name] of ['Gone', 'Stays', 'Gone'].entries()) {
      const session = opened[index];
      if (session) session.opened = { name };
    }
    for (const lease of leases) lease.release();

    await pool.forget(alice, (mailbox) => mailbox === 'Gone', signal);

    assert.deepEqual(
      opened.map(({ isOpen }) => isOpen),
      [false, true, true],
    );
  });

  it('does not wait for a good-bye beyond the deadline of its request', async () => {
    const { pool, opened } = poolWith();
    (await borrow(pool, alice)).release();
    const [session] = opened;
    assert.ok(session);
    session.opened = { name: 'Gone' };
    // A good-bye that the server answers only when the connection ends.
    const { promise, resolve } = withResolver();
    session.logout = () => promise;
    session.destroy = resolve;

    await pool.forget(alice, () => true, AbortSignal.abort());
  });

  it('does not lend a session again that had a mailbox open which went meanwhile', async () => {
    const { pool, opened } = poolWith();
    const lease = await borrow(pool, alice);
    const [session] = opened;
    if (session) session.opened = { name: 'Gone' };

    await pool.forget(alice, () => true, signal);
    const isOpenInUse = session?.isOpen;
    lease.release();
    await borrow(pool, alice);

    assert.deepEqual([isOpenInUse, opened.map(({ isOpen }) => isOpen)], [true, [false, true]]);
  });

  it('logs out everywhere when it closes, and refuses afterwards', async () => {
    const { pool, opened } = poolWith();
    (await borrow(pool, alice)).release();
    await borrow(pool, bob);

    await pool.close();

    assert.ok(opened.every(({ isOpen }) => !isOpen));
    await assert.rejects(borrow(pool, alice), code('server-unavailable'));
  });

  it('opens a session among 1,000 logins without reading the others, since there are thousands', async (context) => {
    let reads = 0;
    const { get: sizeOf } = Object.getOwnPropertyDescriptor(SessionGroup.prototype, 'size') ?? {};
    context.mock.getter(SessionGroup.prototype, 'size', function (this: SessionGroup) {
      reads += 1;
      return sizeOf?.call(this);
    });
    const now = () => {
      reads += 1;
      return 0;
    };
    const { pool } = poolWith({ now, maxTotal: 10_000 });
    const tokenOf = (user: string): MailAccount => {
      const login = bearerLogin(user, `token of ${user}`);
      const read = () => {
        reads += 1;
        return login.secret;
      };
      return { ...alice, login: Object.defineProperty({ ...login }, 'secret', { get: read }) };
    };
    for (let index = 0; index < 1_000; index += 1) (await borrow(pool, tokenOf(`user${index}`))).release();
    reads = 0;

    await borrow(pool, tokenOf('one more'));

    assert.ok(reads < 100, `${reads} reads`);
  });
});

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
