/** The uids of a mailbox: what other clients see, in one round trip, and what pushes have hidden. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ALL_CAPABILITIES, startSandbox } from 'posthorn-sandbox';
import { ImapMailChanges } from '../../../src/adapters/imap/changes/imap-mail-changes.ts';
import { requireShortText } from '../../../src/adapters/imap/changes/search-ranges.ts';
import { UidRanges } from '../../../src/domain/values/uid-ranges.ts';
import { startDovecot } from '../../support/dovecot.ts';
import { fillMailbox } from '../../support/fill-mailbox.ts';
import { openImapConnection } from '../../support/imap-connection.ts';
import { startImapRecorder } from '../../support/imap-recorder.ts';
import { loopDelays, MAX_DELAY_MS } from '../../support/loop-delay.ts';
import { mailboxName, testAccount } from '../store-under-test.ts';
import { openTestPool } from './events-bench.ts';
import { feedOver, startFollowing } from './following-client.ts';

const USER = { name: 'alice@example.org', password: 'secret' };
const RAW = Buffer.from('From: a@example.org\r\nSubject: Hello\r\n\r\nText.\r\n');
const MANY = 100_000;
const signal = AbortSignal.timeout(300_000);

const TIERS = [
  { title: 'with all extensions', without: [] },
  { title: 'without ESEARCH', without: ['ESEARCH'] },
  { title: 'without any extension', without: ALL_CAPABILITIES },
] as const;

async function openSandbox(t: TestContext, without: (typeof TIERS)[number]['without'] = [], delayMs = 0) {
  const sandbox = await startSandbox({ users: [USER], capabilities: { without } });
  t.after(() => sandbox.close());
  const server = { host: '127.0.0.1', port: sandbox.imapPort };
  const recorder = delayMs === 0 ? null : await startImapRecorder(server, { delayMs });
  t.after(() => recorder?.close());
  const pool = openTestPool();
  t.after(() => pool.close());
  const account = testAccount(recorder ?? server, USER);
  const location = { account, mailbox: mailboxName('INBOX') };
  return { sandbox, user: sandbox.user(USER.name), changes: new ImapMailChanges(pool), location, recorder };
}

describe('The inventory of a mailbox', () => {
  for (const { title, without } of TIERS) {
    it(`follows what others change on a server ${title}`, async (t) => {
      const { user, changes, location } = await openSandbox(t, without);
      for (let count = 0; count < 9; count += 1) user.deliver(RAW);
      const before = await changes.readInventory(location, signal);
      for (const uid of [2, 7, 8]) user.expunge('INBOX', uid);
      user.deliver(RAW);

      const after = await changes.readInventory(location, signal);

      assert.deepEqual([before.uids.toText(), after.uids.toText()], ['1:9', '1,3:6,9:10']);
      assert.deepEqual([after.counts.total, after.counts.uidNext], [7, 11]);
    });
  }

  it('is what another client of Dovecot sees', async (t) => {
    const dovecot = await startDovecot({ format: 'mdbox' });
    t.after(() => dovecot.stop());
    const user = dovecot.user('alice@example.org');
    const messages = Array.from({ length: 20 }, () => ({ raw: RAW }));
    await fillMailbox({ server: dovecot, user, mailbox: 'Bulk', messages });
    const other = await openImapConnection(dovecot, user);
    t.after(() => other.close());
    const pool = openTestPool();
    t.after(() => pool.close());
    const feed = feedOver(new ImapMailChanges(pool));
    const location = { account: testAccount(dovecot, user), mailbox: mailboxName('Bulk') };
    const before = await feed.readInventory(location, signal);
    await other.command('SELECT Bulk');
    await other.command('UID STORE 3,5:6 +FLAGS.SILENT (\\Deleted)');
    await other.command('UID EXPUNGE 3,5:6');
    await other.append('Bulk', [{ raw: RAW }]);

    const after = await feed.readInventory(location, signal);

    assert.deepEqual([before.uids, after.uids, after.exists], ['1:20', '1:2,4,7:21', 18]);
  });

  it(`of ${MANY} messages takes one round trip of a warm session`, async (t) => {
    const { user, changes, location, recorder } = await openSandbox(t, [], 30);
    for (let count = 0; count < MANY; count += 1) user.deliver(RAW);
    await changes.readInventory(location, signal);
    recorder?.clear();

    const { uids } = await changes.readInventory(location, signal);

    assert.deepEqual([uids.toText(), recorder?.traffic().roundTrips], [`1:${MANY}`, 1]);
  });

  it('names exactly the one of 100 new messages that the server has hidden from its pushes', async (t) => {
    const { sandbox, user, changes, location } = await openSandbox(t);
    const client = await startFollowing(changes, { location, mail: new Map() });
    for (let count = 0; count < 99; count += 1) user.deliver(RAW);
    await client.follow();
    const heal = sandbox.faults.add({ kind: 'blind' });
    const hidden = user.deliver(RAW);
    await client.follow();
    heal();

    const { uids } = await changes.readInventory(location, signal);

    const missing = uids.minus(UidRanges.of(client.mail.keys()));
    assert.deepEqual([client.mail.size, missing.toText()], [99, `${hidden}`]);
  });
});

describe('The text of an inventory', () => {
  const gapped = (ranges: number) =>
    UidRanges.ofBounds(
      Uint32Array.from({ length: 2 * ranges }, (_, at) => 11 * (at >> 1) + 1 + 9 * (at & 1)),
    );

  it('of a million messages in 100,000 ranges does not hold the event loop', async () => {
    const uids = gapped(100_000);
    const counts = { total: uids.size, unread: 0, uidNext: 2_000_000, uidValidity: 1, highestModSeq: null };
    const feed = feedOver({
      readMailbox: () => Promise.reject(new Error('not asked')),
      readInventory: async () => ({ counts, uids }),
    });
    const account = testAccount({ host: '127.0.0.1', port: 1 }, USER);

    const delays = await loopDelays(() =>
      feed.readInventory({ account, mailbox: mailboxName('INBOX') }, signal),
    );

    assert.equal(uids.size, 1_000_000);
    assert.ok(Math.min(...delays) < MAX_DELAY_MS, delays.join(', '));
  });

  it('has no more than 100,000 ranges', () => {
    assert.doesNotThrow(() => requireShortText(gapped(100_000)));
    assert.throws(() => requireShortText(gapped(100_001)), { code: 'mailbox-too-large' });
  });
});
