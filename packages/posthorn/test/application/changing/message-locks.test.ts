import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createMessageLocks,
  MAX_WAITING_PER_MESSAGE,
  type MessageLocks,
} from '../../../src/application/changing/message-locks.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { MessageRef } from '../../../src/domain/messages/message-ref.ts';
import { accountOf, JANE } from '../../http/test-server.ts';
import { deferred } from '../../support/deferred.ts';
import { asUid, code } from '../../support/domain-values.ts';
import { createTestState } from '../../support/memory-state.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT = accountOf(passwordLogin(JANE, 'secret'));

function at(uid: number, values: Partial<MessageRef> = {}): MessageRef {
  return { account: ACCOUNT, mailbox: 'INBOX' as MailboxName, uid: asUid(uid), ...values };
}

/** Locks, and work that notes its beginning and its end and lasts as long as the test wants. */
function setUp() {
  const { messageLocks: locks } = createTestState();
  const events: string[] = [];
  const begin = (name: string, messages: readonly MessageRef[], signal = SIGNAL) => {
    const gate = deferred<void>();
    const done = locks.run(
      messages,
      async () => {
        events.push(`${name} begins`);
        await gate.promise;
        events.push(`${name} ends`);
      },
      signal,
    );
    done.catch(() => undefined);
    return { done, end: gate.resolve };
  };
  return { locks, events, begin };
}

function nothing(locks: MessageLocks, message: MessageRef): Promise<string> {
  return locks.run([message], async () => 'done', new AbortController().signal);
}

describe('MessageLocks', () => {
  it('lets the changes of one message happen one after the other, in the order in which they came', async () => {
    const { events, begin } = setUp();
    const first = begin('first', [at(1)]);
    const second = begin('second', [at(1)]);
    const third = begin('third', [at(1)]);

    third.end();
    second.end();
    first.end();
    await Promise.all([first.done, second.done, third.done]);

    assert.deepEqual(events, [
      'first begins',
      'first ends',
      'second begins',
      'second ends',
      'third begins',
      'third ends',
    ]);
  });

  it('does not let one message wait for another', async () => {
    const { locks, begin } = setUp();
    const held = begin('held', [at(1)]);
    const others = [at(2), at(1, { mailbox: 'Work' as MailboxName })];

    assert.deepEqual(await Promise.all(others.map((other) => nothing(locks, other))), ['done', 'done']);

    held.end();
  });

  it('is shared by two logins of one user, and not by two users', async () => {
    const { events, begin } = setUp();
    const inbox = { ...ACCOUNT.inbox, host: ACCOUNT.inbox.host.toUpperCase() };
    const work = [
      begin('one', [at(1)]),
      begin('other login', [at(1, { account: { ...ACCOUNT, inbox, login: passwordLogin(JANE, 'other') } })]),
      begin('other user', [
        at(1, { account: { ...ACCOUNT, login: passwordLogin('ann@example.org', 'secret') } }),
      ]),
    ];
    await nextTurn();

    assert.deepEqual(events, ['one begins', 'other user begins']);

    for (const { end } of work) end();
  });

  it('is free after a failure, which only its caller hears of', async () => {
    const { locks } = setUp();
    const failed = locks.run([at(1)], () => Promise.reject(new Error('broken')), SIGNAL);
    const next = nothing(locks, at(1));

    await assert.rejects(failed, /broken/);
    assert.equal(await next, 'done');
  });

  it('tells the work whether it had to wait', async () => {
    const { locks } = setUp();
    const tell = () => locks.run([at(1)], async ({ hasWaited }) => hasWaited, SIGNAL);

    assert.deepEqual(await Promise.all([tell(), tell(), tell()]), [false, true, true]);
    assert.equal(await tell(), false);
  });

  it('is left by work whose signal aborts, and who stands behind it does not wait for it', async () => {
    const { events, begin } = setUp();
    const leaving = new AbortController();
    const first = begin('first', [at(1)]);
    const second = begin('second', [at(1)], leaving.signal);
    const third = begin('third', [at(1)]);
    third.end();

    leaving.abort(new Error('time is up'));
    await assert.rejects(second.done, /time is up/);
    first.end();
    await third.done;

    assert.deepEqual(events, ['first begins', 'first ends', 'third begins', 'third ends']);
  });

  it('begins no work for a signal that has aborted already', async () => {
    const { locks, begin, events } = setUp();

    await assert.rejects(begin('late', [at(1)], AbortSignal.abort(new Error('too late'))).done, /too late/);

    assert.equal(await nothing(locks, at(1)), 'done');
    assert.deepEqual(events, []);
  });

  it('refuses work beyond those that may wait for one message', async () => {
    const { locks, begin } = setUp();
    const held = begin('held', [at(1)]);
    const waiting = Array.from({ length: MAX_WAITING_PER_MESSAGE }, () => nothing(locks, at(1)));

    await assert.rejects(nothing(locks, at(1)), code('rate-limited'));

    assert.equal(await nothing(locks, at(2)), 'done');
    held.end();
    await Promise.all(waiting);
    assert.equal(await nothing(locks, at(1)), 'done');
  });
});

describe('MessageLocks of two processes with the same leases', () => {
  /** The locks of two processes. */
  function setUpTwo() {
    const { leases } = createTestState();
    const locksOf = (name: string) => createMessageLocks({ leases, stateOwner: () => name });
    return { leases, one: locksOf('one'), two: locksOf('two') };
  }

  it('exclude each other, and the later one learns that it has waited', async () => {
    const { one, two } = setUpTwo();
    const gate = deferred<void>();
    const events: string[] = [];
    const first = one.run([at(1)], () => gate.promise.then(() => events.push('one ends')), SIGNAL);

    const second = two.run([at(2), at(1)], async ({ hasWaited }) => events.push(`two, ${hasWaited}`), SIGNAL);
    await nextTurn();
    gate.resolve();
    await Promise.all([first, second]);

    assert.deepEqual(events, ['one ends', 'two, true']);
  });

  it('are left by work whose signal aborts while another process has the message', async () => {
    const { one, two } = setUpTwo();
    const gate = deferred<void>();
    const leaving = new AbortController();
    const first = one.run([at(1)], () => gate.promise, SIGNAL);
    const second = two.run([at(1)], async () => 'begun', leaving.signal);

    leaving.abort(new Error('time is up'));
    await assert.rejects(second, /time is up/);
    gate.resolve();
    await first;

    assert.equal(await nothing(two, at(1)), 'done');
  });

  it('begin nothing when the leases cannot be had', async () => {
    const { leases } = setUpTwo();
    const acquire = () => Promise.reject(new MailError('server-unavailable', { detail: 'No database.' }));
    const locks = createMessageLocks({ leases: { ...leases, acquire }, stateOwner: () => 'one' });

    await assert.rejects(nothing(locks, at(1)), code('server-unavailable'));
  });
});

describe('MessageLocks of several messages', () => {
  it('wait for each of them, also for one that is named twice', async () => {
    const { events, begin } = setUp();
    const single = begin('single', [at(2)]);
    const batch = begin('batch', [at(3), at(2), at(3), at(1)]);

    batch.end();
    single.end();
    await Promise.all([single.done, batch.done]);

    assert.deepEqual(events, ['single begins', 'single ends', 'batch begins', 'batch ends']);
  });

  it('are given back when one of them is not to be had', async () => {
    const { locks, begin } = setUp();
    const leaving = new AbortController();
    const single = begin('single', [at(2)]);
    const batch = begin('batch', [at(1), at(2)], leaving.signal);

    leaving.abort(new Error('time is up'));
    await assert.rejects(batch.done, /time is up/);

    assert.equal(await nothing(locks, at(1)), 'done');
    single.end();
  });

  it('are never waited for in a circle, whatever the order in which they are named', async () => {
    const { locks } = setUp();
    const uids = [9, 10, 11, 2];
    const orders = uids.map((_, turn) => [...uids.slice(turn), ...uids.slice(0, turn)]);
    const names = orders.flatMap((order) => [order, order.toReversed()]);

    const ended = await Promise.all(
      names.map((order) =>
        locks.run(
          order.map((uid) => at(uid)),
          () => nextTurn('ended'),
          SIGNAL,
        ),
      ),
    );

    assert.deepEqual(ended, Array(names.length).fill('ended'));
  });
});
