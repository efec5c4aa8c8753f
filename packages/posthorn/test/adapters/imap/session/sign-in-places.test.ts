import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type SignInApplicant,
  type SignInLimits,
  SignInPlaces,
} from '../../../../src/adapters/imap/session/sign-in-places.ts';
import { code } from '../../../support/domain-values.ts';

const NOBODY: SignInApplicant = { rank: 'new', client: null, server: 'mail.example:993', isNamed: false };
const { signal } = new AbortController();

/** Places whose sign-ins last until they are told to end; a name in `began` for each that has begun. */
function placesWith(limits: Partial<SignInLimits> = {}, now: () => number = () => 0) {
  const places = new SignInPlaces(
    { maxPlaces: 4, maxPerServer: 4, maxPerClient: 4, maxWaiting: 100, waitMs: 5_000, paceMs: 0, ...limits },
    now,
  );
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, applicant: Partial<SignInApplicant> = {}): Promise<void> => {
    const signIn = (): Promise<void> => {
      began.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    };
    return places.run({ ...NOBODY, ...applicant }, signIn, signal);
  };
  const end = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) ends.get(name)?.();
    await nextTurn();
  };
  return { places, began, start, end };
}

describe('SignInPlaces', () => {
  it('gives a place that comes free to the proved login, then to the new one that came last, then to a suspect', async () => {
    const { began, start, end } = placesWith({ maxPlaces: 1 });
    void start('first');
    void start('suspect', { rank: 'suspect' });
    void start('older');
    void start('newer');
    void start('proved', { rank: 'proved' });
    await nextTurn();

    await end('first');
    await end('proved');
    await end('newer');
    await end('older');

    assert.deepEqual(began, ['first', 'proved', 'newer', 'older', 'suspect']);
    await end('suspect');
  });

  it('keeps half of the places from suspects', async () => {
    const { began, start, end } = placesWith();
    for (const name of ['a', 'b', 'c']) void start(name, { rank: 'suspect' });
    void start('new');
    await nextTurn();

    assert.deepEqual(began, ['a', 'b', 'new']);
    await end('a', 'new');
    assert.deepEqual(began, ['a', 'b', 'new', 'c']);
    await end('b', 'c');
  });

  it('keeps half of the places from one server that clients name', async () => {
    const { began, start, end } = placesWith();
    for (const name of ['a', 'b', 'c']) void start(name, { server: 'silent.example:993', isNamed: true });
    void start('other', { server: 'imap.example:993', isNamed: true });
    await nextTurn();

    assert.deepEqual(began, ['a', 'b', 'other']);
    await end('a', 'b', 'other');
    await end('c');
  });

  it('keeps places for other servers while many sign in at one', async () => {
    const { began, start, end } = placesWith({ maxPerServer: 3 });
    for (const name of ['a', 'b', 'c', 'd']) void start(name, { rank: 'proved' });
    void start('other', { server: 'other.example:993' });
    await nextTurn();

    assert.deepEqual(began, ['a', 'b', 'c', 'other']);
    await end('a', 'b', 'c', 'other');
    await end('d');
  });

  it('lets a sign-in at a quiet server begin at once while those at another one begin one after the other', async () => {
    const { began, start, end } = placesWith({ paceMs: 60_000 });
    for (const name of ['a', 'b', 'c']) void start(name);
    void start('other', { server: 'other.example:993' });
    await nextTurn();

    assert.deepEqual(began, ['a', 'b', 'other']);
    await end('a', 'b', 'other');
    await end('c');
  });

  it('gives one client no more than its share', async () => {
    const { began, start, end } = placesWith({ maxPerClient: 2 });
    for (const name of ['a', 'b', 'c']) void start(name, { client: '192.0.2.1' });
    void start('other', { client: '192.0.2.2' });
    await nextTurn();

    assert.deepEqual(began, ['a', 'b', 'other']);
    await end('a', 'b', 'other');
    await end('c');
  });

  it('lets logins that are not proved begin one after the other when more than half of the places are taken', async () => {
    let now = 0;
    const { began, start, end } = placesWith({ paceMs: 5 }, () => now);
    for (const name of ['a', 'b', 'c']) void start(name);
    void start('proved', { rank: 'proved' });
    await nextTurn();
    assert.deepEqual(began, ['a', 'b', 'proved']);

    now = 5;
    await new Promise((resolve) => setTimeout(resolve, 20));

    assert.deepEqual(began, ['a', 'b', 'proved', 'c']);
    await end('a', 'b', 'c', 'proved');
  });

  it('refuses one that finds no place in time', async () => {
    const { start, end } = placesWith({ maxPlaces: 1, waitMs: 20 });
    void start('first');

    await assert.rejects(start('second'), code('too-many-connections'));
    await end('first');
  });

  it('refuses one when too many wait', async () => {
    const { start, end } = placesWith({ maxPlaces: 1, maxWaiting: 1 });
    void start('first');
    void start('second');

    await assert.rejects(start('third'), code('too-many-connections'));
    await end('first');
    await end('second');
  });

  it('forgets one whose request was given up', async () => {
    const { places } = placesWith({ maxPlaces: 1 });
    const given = new AbortController();
    let finish = (): void => undefined;
    const first = places.run(NOBODY, () => new Promise<void>((resolve) => (finish = resolve)), signal);
    const second = places.run(NOBODY, async () => undefined, given.signal);
    given.abort(new Error('gone'));

    await assert.rejects(second, /gone/);
    finish();
    await first;

    assert.deepEqual(places.usage, { taken: 0, waiting: 0 });
  });

  it('frees the place of a sign-in that fails', async () => {
    const { places } = placesWith();

    await assert.rejects(
      places.run(NOBODY, () => Promise.reject(new Error('no')), signal),
      /no/,
    );

    assert.deepEqual(places.usage, { taken: 0, waiting: 0 });
  });
});
