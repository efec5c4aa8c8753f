import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImapSession } from '../../../../src/adapters/imap/session/imap-session.ts';
import { type Deferred, deferred } from '../../../support/deferred.ts';
import { code } from '../../../support/domain-values.ts';
import { alice, borrow, FakeSession, poolWith, unreachable } from './pool-scene.ts';

describe('SessionPool with one session in use, while another one is opened', () => {
  /** Alice's first session, lent; further ones open, or fail, when the test says so. */
  async function withOpening() {
    const openings: Deferred<ImapSession>[] = [];
    const { pool } = poolWith({
      maxPerAccount: 4,
      maxTotal: 4,
      open: () => {
        const opening = deferred<ImapSession>();
        openings.push(opening);
        return opening.promise;
      },
    });
    const openNext = (): FakeSession => {
      const session = new FakeSession(alice);
      openings.shift()?.resolve(session as unknown as ImapSession);
      return session;
    };
    const borrowed = borrow(pool, alice);
    await nextTurn();
    openNext();
    return { pool, openings, openNext, first: await borrowed };
  }

  it('lends the one that is free first, and keeps the new one for the next', async () => {
    const { pool, openNext, first } = await withOpening();
    const second = borrow(pool, alice);
    await nextTurn();

    first.release();
    assert.equal((await second).session, first.session);
    const opened = openNext();
    await nextTurn();

    assert.deepEqual(pool.usage, { idle: 1, inUse: 1, opening: 0, waiting: 0 });
    assert.equal((await borrow(pool, alice)).session, opened as unknown as ImapSession);
  });

  it('lends the new one where it is first', async () => {
    const { pool, openNext } = await withOpening();
    const second = borrow(pool, alice);
    await nextTurn();

    const opened = openNext();

    assert.equal((await second).session, opened as unknown as ImapSession);
  });

  it('opens no more than there are requests that wait', async () => {
    const { pool, openings, first } = await withOpening();
    const second = borrow(pool, alice);
    await nextTurn();
    first.release();
    await second;

    void borrow(pool, alice);
    await nextTurn();
    assert.equal(openings.length, 1);
    void borrow(pool, alice);
    await nextTurn();
    assert.equal(openings.length, 2);
  });

  it('reports why it cannot be opened, and lets others try', async () => {
    const { pool, openings, openNext, first } = await withOpening();
    const second = borrow(pool, alice);
    await nextTurn();
    first.release();
    (await second).release();
    const [, third] = [await borrow(pool, alice), borrow(pool, alice)];
    await nextTurn();

    // The opening that the second began: the third begins its own.
    openings.shift()?.reject(unreachable());
    await nextTurn();
    const fourth = borrow(pool, alice);
    await nextTurn();
    openings.shift()?.reject(unreachable());

    await assert.rejects(third, code('server-unreachable'));
    openNext();
    await fourth;
  });

  it('keeps no new one after the pool has closed', async () => {
    const { pool, openNext } = await withOpening();
    const given = new AbortController();
    const second = pool.borrow({ account: alice, mailbox: null }, given.signal);
    await nextTurn();
    await pool.close();

    const opened = openNext();
    await nextTurn();
    given.abort(new Error('gone'));

    assert.equal(opened.isOpen, false);
    await assert.rejects(second, /gone/);
  });
});
