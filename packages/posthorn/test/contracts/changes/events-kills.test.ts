/** Clients, connections and processes end at random places: nobody misses anything, and nobody is told twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { openSandboxBackend } from '../sandbox-backend.ts';
import { mailboxName } from '../store-under-test.ts';
import { otherSandboxClient } from './other-client.ts';
import { surviveKills } from './surviving-kills.ts';

const KILLS = 40;
const MAILBOX = 'INBOX';

describe('A client that listens', () => {
  it('has what the mailbox has after clients, connections and processes have ended', async (t) => {
    const backend = await openSandboxBackend();
    t.after(() => backend.close());
    const { account, sandbox } = backend;
    const other = otherSandboxClient(sandbox, { user: account.login.user, mailbox: MAILBOX });
    await other.deliver(5);

    const client = await surviveKills({
      ...{ sandbox, other, kills: KILLS, random: seededRandom(testSeed()) },
      folder: { account, mailbox: mailboxName(MAILBOX) },
    });

    assert.ok(client.told > 5, `${client.told} events`);
    assert.equal(client.repeated, 0);
  });
});
