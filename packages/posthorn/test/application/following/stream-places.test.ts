import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StreamPlaces } from '../../../src/application/following/stream-places.ts';
import { passwordLogin } from '../../../src/domain/login.ts';
import type { AccountOrigin } from '../../../src/domain/mail-account.ts';

interface Holder {
  readonly user?: string;
  readonly host?: string;
  readonly client?: string;
  readonly origin?: AccountOrigin;
}

/** Takes places until there is none, each for another user; returns how many. */
function fill(places: StreamPlaces, holder: Holder): number {
  for (let taken = 0; ; taken += 1) {
    try {
      take(places, { ...holder, user: `user${taken}` });
    } catch {
      return taken;
    }
  }
}

function take(places: StreamPlaces, { user = 'ann', host = 'a.example', client, origin = 'client' }: Holder) {
  const inbox = { type: 'IMAP', host, port: 993, isTls: true } as const;
  return places.take({ inbox, origin, client, login: passwordLogin(user, 'secret') });
}

describe('StreamPlaces', () => {
  it('gives one named server half of all places, and the next ones half of the rest', () => {
    const places = new StreamPlaces({ perAccount: 100, total: 100 });

    const taken = ['A.example', 'b.example', 'c.example'].map((host) => fill(places, { host }));

    assert.deepEqual(taken, [50, 25, 13]);
    assert.equal(fill(places, { host: 'a.EXAMPLE' }), 0);
  });

  it('counts the clients at named servers in the same way, by their networks', () => {
    const places = new StreamPlaces({ perAccount: 100, total: 100 });
    const hosts = Array.from({ length: 60 }, (_, number) => `host${number}.example`);

    const taken = hosts.map((host) => fill(places, { host, client: `2001:db8::${host.length}` }));

    assert.equal(
      taken.reduce((sum, each) => sum + each, 0),
      50,
    );
    assert.equal(fill(places, { host: 'other.example', client: '203.0.113.1' }) > 0, true);
  });

  it('gives all places to servers of the operator', () => {
    const places = new StreamPlaces({ perAccount: 100, total: 100 });

    assert.equal(fill(places, { origin: 'operator', client: '203.0.113.1' }), 100);
  });

  it('bounds one account, whichever password opens it, and gives a place back once', () => {
    const places = new StreamPlaces({ perAccount: 1, total: 10 });
    const release = take(places, {});
    assert.throws(() => take(places, {}), { code: 'too-many-connections' });

    release();
    release();

    take(places, {});
    assert.throws(() => take(places, {}), { code: 'too-many-connections' });
  });
});
