import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServerFull } from '../../../../src/adapters/imap/session/imap-errors.ts';
import type { ImapSession } from '../../../../src/adapters/imap/session/imap-session.ts';
import { ServerCeilings } from '../../../../src/adapters/imap/session/server-ceilings.ts';
import type { SessionGroup } from '../../../../src/adapters/imap/session/session-group.ts';
import { sharesOf } from '../../../../src/adapters/imap/session/session-room.ts';
import { testAccount } from '../../../contracts/store-under-test.ts';

const ACCOUNT = testAccount({ host: '127.0.0.1', port: 143 }, { name: 'jane', password: 'secret' });

describe('ServerCeilings', () => {
  it('reads the sessions of a server only when it has refused one, since that reads all of the process', async () => {
    let reads = 0;
    let connected = 2;
    const ceilings = new ServerCeilings({
      now: () => 0,
      takers: () => {
        reads += 1;
        return [{ shares: sharesOf(ACCOUNT), group: { connected } as SessionGroup }];
      },
    });
    const open = (answer: () => Promise<ImapSession>) =>
      ceilings.openBelow({ server: sharesOf(ACCOUNT).server, isProved: true }, answer);

    await open(async () => ({}) as ImapSession);
    const ofFirst = reads;
    await assert.rejects(
      open(() => Promise.reject(new ServerFull('too-many-connections', { detail: 'full' }))),
    );
    connected = 1;
    await open(async () => ({}) as ImapSession);

    assert.equal(ofFirst, 0);
    assert.ok(reads > 0);
  });
});
