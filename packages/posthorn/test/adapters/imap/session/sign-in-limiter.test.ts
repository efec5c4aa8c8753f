import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SignInLimiter, type SignInLimits } from '../../../../src/adapters/imap/session/sign-in-limiter.ts';
import { serverKey } from '../../../../src/domain/limits/limit-keys.ts';
import { code } from '../../../support/domain-values.ts';

const HERE = serverKey({ host: 'mail.example', port: 993 });
const { signal } = new AbortController();

/** Places whose sign-ins last until they are told to end; a name in `began` for each that has begun. */
function placesWith(limits: Partial<SignInLimits> = {}) {
  const places = new SignInLimiter({
    maxPlaces: 4,
    maxPerServer: 4,
    maxWaiting: 100,
    waitMs: 5_000,
    ...limits,
  });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, server = HERE): Promise<void> => {
    const signIn = (): Promise<void> => {
      began.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    };
    return places.run(server, signIn, signal);
  };
  const end = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) ends.get(name)?.();
    await nextTurn();
  };
  return { places, began, start, end };
}

describe('SignInLimiter', () => {
  it('gives a place that comes free to the one that has waited longest', async () => {
    const { began, start, end } = placesWith({ maxPlaces: 1 });
    for (const name of ['a', 'b', 'c']) void start(name);
    await nextTurn();

    await end('a');
    await end('b');

    assert.deepEqual(began, ['a', 'b', 'c']);
    await end('c');
  });

  it('keeps places for other servers while many sign in at one', async () => {
    const { began, start, end } = placesWith({ maxPerServer: 3 });
    for (const name of ['a', 'b', 'c', 'd']) void start(name);
    void start('other', serverKey({ host: 'other.example', port: 993 }));
    await nextTurn();

    assert.deepEqual(began, ['a', 'b', 'c', 'other']);
    await end('a', 'b', 'c', 'other');
    await end('d');
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
    const first = places.run(HERE, () => new Promise<void>((resolve) => (finish = resolve)), signal);
    const second = places.run(HERE, async () => undefined, given.signal);
    given.abort(new Error('gone'));

    await assert.rejects(second, /gone/);
    finish();
    await first;

    assert.deepEqual(places.usage, { taken: 0, waiting: 0 });
  });

  it('frees the place of a request that is given up in the moment in which it gets one', async () => {
    const { places } = placesWith({ maxPlaces: 1 });
    const given = new AbortController();
    let finish = (): void => undefined;
    const first = places.run(HERE, () => new Promise<void>((resolve) => (finish = resolve)), signal);
    const second = places.run(HERE, async () => undefined, given.signal);
    finish();
    await first;
    given.abort(new Error('gone'));
    await second.catch(() => undefined);

    assert.deepEqual(places.usage, { taken: 0, waiting: 0 });
  });

  it('frees the place of a sign-in that fails', async () => {
    const { places } = placesWith();

    await assert.rejects(
      places.run(HERE, () => Promise.reject(new Error('no')), signal),
      /no/,
    );

    assert.deepEqual(places.usage, { taken: 0, waiting: 0 });
  });
});
