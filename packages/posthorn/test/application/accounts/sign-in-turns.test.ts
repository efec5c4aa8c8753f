import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SignInTurns } from '../../../src/application/accounts/sign-in-turns.ts';
import { MailError } from '../../../src/domain/mail-error.ts';

const TURN_MS = 3;
const forever = new AbortController().signal;

/** Turns with a clock that stands still, and what became of each sign-in, in order. */
function openTurns(t: TestContext, maxWaiting = 100) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const turns = new SignInTurns({ turnMs: TURN_MS, maxWaiting });
  const events: string[] = [];
  return {
    events,
    turns,
    /** Begins as the name, from the address. */
    signIn(name: string, client: string, signal = forever): void {
      turns.take(client, signal).then(
        () => events.push(name),
        (error: unknown) => events.push(`${name}: ${error instanceof MailError ? error.code : error}`),
      );
    },
    async pass(count: number): Promise<void> {
      await nextTurn();
      for (let left = count; left > 0; left -= 1) {
        t.mock.timers.tick(TURN_MS);
        await nextTurn();
      }
    },
  };
}

describe('Turns of sign-ins', () => {
  it('let the first one begin at once, and the next ones apart', async (t) => {
    const { signIn, pass, events } = openTurns(t);
    for (const name of ['a', 'b', 'c']) signIn(name, '192.0.2.1');

    await pass(0);
    assert.deepEqual(events, ['a']);
    await pass(1);
    assert.deepEqual(events, ['a', 'b']);
    await pass(2);
    signIn('d', '192.0.2.1');
    await pass(0);
    assert.deepEqual(events, ['a', 'b', 'c', 'd']);
  });

  it('go round the clients, so that one with many holds up nobody', async (t) => {
    const { signIn, pass, events } = openTurns(t);
    for (const name of ['a1', 'a2', 'a3', 'a4']) signIn(name, '192.0.2.1');
    for (const name of ['b1', 'b2']) signIn(name, '192.0.2.2');

    await pass(5);

    assert.deepEqual(events, ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  it('count the addresses of one IPv6 network as one client', async (t) => {
    const { signIn, pass, events } = openTurns(t);
    for (const host of ['1', '2', '3']) signIn(`a${host}`, `2001:db8::${host}`);
    signIn('b', '2001:db8:1::1');

    await pass(3);

    assert.deepEqual(events, ['a1', 'a2', 'b', 'a3']);
  });

  it('come last for clients that have failed, until one of their sign-ins is accepted', async (t) => {
    const { turns, signIn, pass, events } = openTurns(t);
    turns.note('192.0.2.1', 'failed');
    turns.note('192.0.2.2', 'failed');
    turns.note('192.0.2.2', 'accepted');
    for (const host of ['0', '1', '2', '3']) signIn(host, `192.0.2.${host}`);

    await pass(3);

    assert.deepEqual(events, ['0', '2', '3', '1']);
  });

  it('refuse the client of which the most wait when too many wait', async (t) => {
    const { signIn, pass, events } = openTurns(t, 3);
    for (const name of ['a1', 'a2', 'a3', 'a4']) signIn(name, '192.0.2.1');
    signIn('b', '192.0.2.2');

    await pass(3);

    assert.deepEqual(events, ['a1', 'a4: too-many-connections', 'a2', 'b', 'a3']);
  });

  it('are not kept for a client that has left', async (t) => {
    const { signIn, pass, events } = openTurns(t);
    const leaving = new AbortController();
    signIn('a', '192.0.2.1');
    signIn('b', '192.0.2.2', leaving.signal);
    signIn('c', '192.0.2.3');

    leaving.abort('gone');
    await pass(1);

    assert.deepEqual(events, ['a', 'b: gone', 'c']);
  });
});
