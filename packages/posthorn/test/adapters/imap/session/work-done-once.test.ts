import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionClosed } from 'posthorn-imap';
import { MailError } from '../../../../src/domain/errors/mail-error.ts';
import { code } from '../../../support/domain-values.ts';
import { alice, borrow, poolWith } from './pool-scene.ts';

const { signal } = new AbortController();

describe('SessionPool.useOnce', () => {
  const lost = () => Promise.reject(new ConnectionClosed('reset'));
  const request = { account: alice, mailbox: null };

  it('is prepared again on another session when a warm one was dead, and then done', async () => {
    const { pool, opened } = poolWith();
    (await borrow(pool, alice)).release();
    const done: string[] = [];

    const result = await pool.useOnce(
      request,
      {
        prepare: async () => {
          done.push('prepare');
          if (done.length === 1) throw new ConnectionClosed('reset');
          return 'ready';
        },
        work: async (_session, prepared) => {
          done.push(prepared);
          return 'done';
        },
      },
      signal,
    );

    assert.deepEqual([result, done, opened.length], ['done', ['prepare', 'prepare', 'ready'], 2]);
  });

  it('is not done again when its connection is lost', async () => {
    const { pool, opened } = poolWith();
    let attempts = 0;
    const work = () => {
      attempts += 1;
      return lost();
    };

    await assert.rejects(
      pool.useOnce(request, { prepare: async () => undefined, work }, signal),
      code('server-unavailable'),
    );

    assert.deepEqual([attempts, opened.map(({ isOpen }) => isOpen)], [1, [false]]);
  });

  it('has the result that its recovery finds on another session', async () => {
    const { pool, opened } = poolWith({ maxPerAccount: 1 });
    let prepared = 0;
    const prepare = async () => {
      prepared += 1;
      return prepared;
    };
    const recover = async (_session: unknown, states: object) => states;

    const result = await pool.useOnce<number, object>(request, { prepare, work: lost, recover }, signal);

    assert.deepEqual([result, opened.length], [{ before: 1, now: 2 }, 2]);
  });

  for (const [title, recover] of [
    ['finds nothing', async () => null],
    ['loses its connection too', lost],
  ] as const) {
    it(`fails as before when its recovery ${title}`, async () => {
      const { pool } = poolWith();

      await assert.rejects(
        pool.useOnce<void, string>(request, { prepare: async () => undefined, work: lost, recover }, signal),
        code('server-unavailable'),
      );
    });
  }

  it('fails as its recovery says', async () => {
    const { pool } = poolWith();
    const recover = () => Promise.reject(new MailError('outdated-version', { detail: 'late' }));

    await assert.rejects(
      pool.useOnce<void, string>(request, { prepare: async () => undefined, work: lost, recover }, signal),
      code('outdated-version'),
    );
  });
});
