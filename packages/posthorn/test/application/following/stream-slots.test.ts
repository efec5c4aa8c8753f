import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type StreamLimits, takeStreamSlot } from '../../../src/application/following/stream-slots.ts';
import type { AccountOrigin } from '../../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import { createTestState } from '../../support/memory-state.ts';

interface Holder {
  readonly user?: string;
  readonly host?: string;
  readonly client?: string;
  readonly origin?: AccountOrigin;
}

function setUp(limits: StreamLimits = { perAccount: 100, total: 100 }) {
  const { slots, stateOwner } = createTestState();
  const take = ({ user = 'ann', host = 'a.example', client, origin = 'client' }: Holder) => {
    const inbox = { type: 'IMAP', host, port: 993, isTls: true } as const;
    const account = { inbox, origin, client, login: passwordLogin(user, 'secret') };
    return takeStreamSlot({ slots, stateOwner, limits }, account);
  };
  /** Takes slots until there is none, each for another user; returns how many. */
  const fill = async (holder: Holder): Promise<number> => {
    for (let taken = 0; ; taken += 1) {
      const isFull = await take({ ...holder, user: `user${taken}` }).then(
        () => false,
        () => true,
      );
      if (isFull) return taken;
    }
  };
  return { take, fill };
}

describe('Slots of streams', () => {
  it('are half of all for one named server, and half of the rest for each next one', async () => {
    const { fill } = setUp();

    const taken = [];
    for (const host of ['A.example', 'b.example', 'c.example']) taken.push(await fill({ host }));

    assert.deepEqual(taken, [50, 25, 13]);
    assert.equal(await fill({ host: 'a.EXAMPLE' }), 0);
  });

  it('are counted in the same way for the clients at named servers, by their networks', async () => {
    const { fill } = setUp();
    const hosts = Array.from({ length: 60 }, (_, number) => `host${number}.example`);

    let taken = 0;
    for (const host of hosts) taken += await fill({ host, client: `2001:db8::${host.length}` });

    assert.equal(taken, 50);
    assert.equal((await fill({ host: 'other.example', client: '203.0.113.1' })) > 0, true);
  });

  it('are all for servers of the operator', async () => {
    const { fill } = setUp();

    assert.equal(await fill({ origin: 'operator', client: '203.0.113.1' }), 100);
  });

  it('are bounded for one account, whichever password opens it, and free again once', async () => {
    const { take } = setUp({ perAccount: 1, total: 10 });
    const release = await take({});
    await assert.rejects(take({}), { code: 'too-many-connections' });

    release();
    release();

    await take({});
    await assert.rejects(take({}), { code: 'too-many-connections' });
  });
});
