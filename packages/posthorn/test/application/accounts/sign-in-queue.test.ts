import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LineKey } from '../../../src/application/accounts/server-places.ts';
import {
  type Decision,
  SignInQueue,
  type SignInQueueLimits,
} from '../../../src/application/accounts/sign-in-queue.ts';
import type { LoginKey } from '../../../src/domain/accounts/login-key.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { serverKey, type UserKey } from '../../../src/domain/limits/limit-keys.ts';
import { createTestState } from '../../support/memory-state.ts';

const TURN_MS = 3;
const TURNS = 10;
const forever = new AbortController().signal;
const HERE = serverKey({ host: 'mail.example', port: 993 });
const LIMITS: SignInQueueLimits = {
  ...{ turnMs: TURN_MS, maxPlaces: 100, maxPerServer: 100, paceMs: 0, maxWaiting: 100, waitMs: 60_000 },
};

interface Sample {
  readonly server: typeof HERE | null;
  readonly isNamed: boolean;
  readonly isTrusted: boolean;
  readonly key: string;
  readonly user: string;
  readonly signal: AbortSignal;
  /** What is decided at each turn, the last one again and again. */
  readonly decisions: (Decision | Error)[];
}

/** A queue with a clock that stands still, and what became of each sign-in, in order. Sign-ins end when `end` names them. */
function openQueue(t: TestContext, limits: Partial<SignInQueueLimits> = {}) {
  let now = 1_000;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const queue = new SignInQueue({
    limits: { ...LIMITS, ...limits },
    now: () => now,
    signInOutcomes: createTestState(() => now).signInOutcomes,
  });
  const events: string[] = [];
  const decided: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    events,
    /** Whose turn it was. */
    decided,
    queue,
    /** Begins as the name, for the client. */
    signIn(name: string, client: string, sample: Partial<Sample> = {}): void {
      const { server = HERE, isNamed = false, isTrusted = false, signal = forever } = sample;
      const { key = name, user = name } = sample;
      const decisions = [...(sample.decisions ?? ['begin'])];
      const decide = async (): Promise<Decision> => {
        decided.push(name);
        const decision = (decisions.length > 1 ? decisions.shift() : decisions[0]) ?? 'begin';
        if (decision instanceof Error) throw decision;
        return decision;
      };
      const queued = {
        ...{ key: key as LoginKey, user: user as UserKey, line: client as LineKey },
        ...{ server, isNamed, isTrusted, decide },
      };
      const work = async (): Promise<void> => {
        events.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      };
      queue.run(queued, work, signal).catch((error: unknown) => {
        events.push(`${name}: ${error instanceof MailError ? error.code : error}`);
      });
    },
    async end(...names: readonly string[]): Promise<void> {
      for (const name of names) ends.get(name)?.();
      await settle();
    },
    async pass(count: number): Promise<void> {
      await settle();
      for (let left = count; left > 0; left -= 1) {
        now += TURN_MS;
        t.mock.timers.tick(TURN_MS);
        await settle();
      }
    },
  };
}

/** The queue yields to others after 8 ms of real time: on a slow machine, work takes several turns. */
async function settle(): Promise<void> {
  for (let left = TURNS; left > 0; left -= 1) await nextTurn();
}

describe('The queue of sign-ins', () => {
  it('goes on where an accepted login cannot be recorded', async () => {
    const { signInOutcomes } = createTestState(() => 0);
    const recordStanding = () => Promise.reject(new RangeError('The table is damaged.'));
    const broken = Object.assign(Object.create(signInOutcomes), { recordStanding });
    const queue = new SignInQueue({ limits: LIMITS, now: () => 0, signInOutcomes: broken });

    queue.accept('good' as LineKey);
    await nextTurn();
  });

  it('lets the first one begin at once, and the next ones apart', async (t) => {
    const { signIn, pass, events } = openQueue(t);
    for (const name of ['a', 'b', 'c']) signIn(name, 'one');

    await pass(0);
    assert.deepEqual(events, ['a']);
    await pass(1);
    assert.deepEqual(events, ['a', 'b']);
    await pass(2);
    signIn('d', 'one');
    await pass(0);
    assert.deepEqual(events, ['a', 'b', 'c', 'd']);
  });

  it('goes round the clients, so that one with many holds up nobody', async (t) => {
    const { signIn, pass, events } = openQueue(t);
    for (const name of ['a1', 'a2', 'a3', 'a4']) signIn(name, 'one');
    for (const name of ['b1', 'b2']) signIn(name, 'two');

    await pass(5);

    assert.deepEqual(events, ['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('prefers the newest of clients without a turn, and those that are trusted in the order of their arrival', async (t) => {
    const { signIn, pass, events } = openQueue(t);
    for (const name of ['a', 'b', 'c']) signIn(name, name);
    signIn('d', 'd', { isTrusted: true });
    signIn('e', 'e', { isTrusted: true });

    await pass(5);

    assert.deepEqual(events, ['a', 'd', 'e', 'c', 'b']);
  });

  it('counts a client from its first sign-in, so that more of them put it before nobody', async (t) => {
    const { signIn, pass, events } = openQueue(t);
    signIn('0', 'first');
    signIn('guess 1', 'guessing');
    signIn('right', 'new');
    signIn('guess 2', 'guessing');

    await pass(3);

    assert.deepEqual(events, ['0', 'right', 'guess 1', 'guess 2']);
  });

  it('prefers clients of which a login was accepted, and does not pace them', async (t) => {
    const { queue, signIn, pass, events } = openQueue(t, { maxPerServer: 4, paceMs: 60_000 });
    for (const client of ['good', 'good and bad']) queue.accept(client as LineKey);
    await queue.suspect('good and bad' as LineKey);
    signIn('0', 'first');
    signIn('1', 'good and bad');
    signIn('2', 'new');
    for (const name of ['3', '4', '5']) signIn(name, 'good');

    await pass(6);

    assert.deepEqual(events, ['0', '3', '4', '5']);
  });

  it('puts clients that have failed behind all others, for five minutes', async (t) => {
    const { queue, signIn, pass, events } = openQueue(t);
    for (const suspect of ['bad', 'trusted and bad']) await queue.suspect(suspect as LineKey);
    signIn('0', 'first');
    signIn('1', 'bad');
    signIn('2', 'trusted and bad', { isTrusted: true });
    signIn('3', 'good');

    await pass(3);
    assert.deepEqual(events, ['0', '3', '2', '1']);

    await pass((5 * 60_000) / TURN_MS);
    for (const name of ['4', '5']) signIn(name, 'good');
    signIn('6', 'bad');
    await pass(2);
    assert.deepEqual(events.slice(4), ['4', '6', '5']);
  });

  it('keeps half of the places of a server from clients that have failed, and from others where clients name it', async (t) => {
    const { queue, signIn, pass, end, events } = openQueue(t, { maxPerServer: 4 });
    await queue.suspect('bad' as LineKey);
    for (const name of ['a1', 'a2', 'a3']) signIn(name, 'bad');
    const named = { server: serverKey({ host: 'silent.example', port: 993 }), isNamed: true };
    for (const name of ['b1', 'b2', 'b3']) signIn(name, 'named', named);

    await pass(6);
    assert.deepEqual(events.toSorted(), ['a1', 'a2', 'b1', 'b2']);

    await end('a1', 'b1');
    await pass(2);
    assert.deepEqual(events.slice(4).toSorted(), ['a3', 'b3']);
  });

  it('lets those at a server with half of its places taken begin one after the other', async (t) => {
    const { signIn, pass, events } = openQueue(t, { maxPerServer: 4, paceMs: 10 * TURN_MS });
    for (const name of ['a', 'b', 'c', 'd']) signIn(name, name);

    await pass(5);
    assert.equal(events.length, 2);
    await pass(10);
    assert.equal(events.length, 3);
  });

  it('needs no place for those that no server is asked about', async (t) => {
    const { signIn, pass, events } = openQueue(t, { maxPlaces: 1 });
    for (const name of ['a', 'b']) signIn(name, 'one', { server: null });

    await pass(1);

    assert.deepEqual(events, ['a', 'b']);
  });

  it('refuses at their turn those that are decided so, each for three turns', async (t) => {
    const { signIn, pass, events } = openQueue(t);
    const refusal = new MailError('rate-limited', { detail: 'no' });
    for (const name of ['a', 'b']) signIn(name, 'one', { decisions: [refusal] });

    await pass(0);
    assert.deepEqual(events, ['a: rate-limited']);
    await pass(2);
    assert.deepEqual(events, ['a: rate-limited']);
    await pass(1);
    assert.deepEqual(events, ['a: rate-limited', 'b: rate-limited']);
  });

  it('decides again about those that wait for the outcome of another one', async (t) => {
    const { signIn, pass, end, events } = openQueue(t);
    signIn('a', 'one', { key: 'same' });
    signIn('b', 'two', { key: 'same', decisions: ['wait', 'pass'] });
    signIn('c', 'three', { decisions: ['wait', 'pass'] });

    await pass(5);
    assert.deepEqual(events, ['a']);
    await end('a');
    assert.deepEqual(events, ['a', 'b']);
  });

  it('asks no other one of a user that is held, until one of that user has ended', async (t) => {
    const { signIn, pass, end, events, decided } = openQueue(t);
    const held = { user: 'ann', decisions: ['hold-user', 'begin'] as Decision[] };
    signIn('first', 'one', { user: 'ann' });
    await pass(1);
    signIn('second', 'one', held);
    signIn('third', 'one', held);
    signIn('other user', 'one', { user: 'bob' });
    signIn('elsewhere', 'two', held);
    await pass(5);

    assert.deepEqual(events, ['first', 'other user']);
    assert.deepEqual(decided.toSorted(), ['elsewhere', 'first', 'other user', 'second']);
    await end('other user');
    assert.equal(decided.length, 4);
    await end('first');
    await pass(5);
    assert.deepEqual(events, ['first', 'other user', 'elsewhere', 'second']);
  });

  it('lets no other one of a line begin that is held', async (t) => {
    const { signIn, pass, end, events } = openQueue(t);
    signIn('a', 'one');
    await pass(1);
    signIn('b', 'one', { decisions: ['hold-line', 'begin'] });
    signIn('c', 'one');
    signIn('d', 'two');

    await pass(5);
    assert.deepEqual(events, ['a', 'd']);
    await end('a');
    await pass(2);
    assert.deepEqual(events, ['a', 'd', 'b', 'c']);
  });

  it('refuses the client of which the most wait when too many do', async (t) => {
    const { signIn, pass, events } = openQueue(t, { maxWaiting: 3 });
    signIn('a', 'one');
    await pass(0);
    for (const name of ['b1', 'b2', 'b3']) signIn(name, 'two');
    signIn('c', 'three');

    await pass(3);

    assert.deepEqual(events, ['a', 'b3: too-many-connections', 'c', 'b1', 'b2']);
  });

  it('refuses one that has waited too long', async (t) => {
    const { signIn, pass, events } = openQueue(t, { maxPlaces: 1, waitMs: 5 * TURN_MS });
    signIn('a', 'one');
    signIn('b', 'one');

    await pass(5);

    assert.deepEqual(events, ['a', 'b: too-many-connections']);
  });

  it('keeps no turn for a client that has left', async (t) => {
    const { signIn, pass, events } = openQueue(t);
    const leaving = new AbortController();
    signIn('a', 'one');
    await pass(0);
    signIn('b', 'one', { signal: leaving.signal });
    signIn('c', 'one');

    leaving.abort('gone');
    await pass(1);

    assert.deepEqual(events, ['a', 'b: gone', 'c']);
  });
});
