/** Watchers and streams look at mailboxes without taking `\Recent` from the person's own clients. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ImapMailWatcher } from '../../../src/adapters/imap/watch/imap-mail-watcher.ts';
import { ImapWatchConnections } from '../../../src/adapters/imap/watch/imap-watch-connections.ts';
import type { MailAccount } from '../../../src/domain/accounts/mail-account.ts';
import { type DovecotOptions, startDovecot } from '../../support/dovecot.ts';
import { openImapConnection } from '../../support/imap-connection.ts';
import { openTestPool } from '../changes/events-bench.ts';
import { mailboxName, testAccount } from '../store-under-test.ts';
import { eventually, openWatchScene, type WatchScene } from './watch-scene.ts';

const USER = 'alice@example.org';
const INBOX = mailboxName('INBOX');
const WORK = mailboxName('Work');
const RAW = Buffer.from('From: a@example.org\r\nSubject: Hello\r\n\r\nText.\r\n');
const IDLE = 'IMAP4rev1 LITERAL+ ENABLE IDLE UIDPLUS UNSELECT LIST-STATUS MOVE ESEARCH CONDSTORE';

const TIERS: readonly (readonly [string, DovecotOptions])[] = [
  ['with NOTIFY', {}],
  ['with IDLE', { capability: IDLE }],
  ['without reports', { capability: 'IMAP4rev1' }],
];

async function begin(t: TestContext, options: DovecotOptions) {
  const dovecot = await startDovecot(options);
  t.after(() => dovecot.stop());
  const user = dovecot.user(USER);
  const client = await openImapConnection(dovecot, user);
  t.after(() => client.close());
  await client.command('CREATE Work');
  const account = testAccount(dovecot, user);
  const recent = async (mailbox: string): Promise<number> => {
    const fresh = await openImapConnection(dovecot, user);
    const answers = await fresh.command(`SELECT ${mailbox}`);
    await fresh.close();
    return Number(answers.map((answer) => /^\* (\d+) RECENT/.exec(answer)?.[1]).find(Boolean));
  };
  const deliver = (mailbox: string) => client.append(mailbox, [{ raw: RAW }]);
  return { account, client, deliver, recent };
}

async function watch(t: TestContext, account: MailAccount): Promise<WatchScene> {
  const scene = await openWatchScene(account, { timing: { proofMs: 1_000 } });
  t.after(() => scene.close());
  scene.begin();
  await eventually(async () => assert.equal(scene.noted[0]?.provedAt !== undefined, true));
  return scene;
}

describe('New mail', () => {
  for (const [title, options] of TIERS) {
    it(`stays recent where a watcher has seen it first, at a Dovecot ${title}`, async (t) => {
      const { account, deliver, recent } = await begin(t, options);
      await deliver('INBOX');
      const scene = await watch(t, account);

      for (const mailbox of ['INBOX', 'Work', 'INBOX']) await deliver(mailbox);

      await eventually(async () => assert.equal((await scene.events()).length, 3));
      // A new connection has proved all folders.
      const { length } = scene.noted;
      await eventually(async () => assert.equal(scene.noted.length > length, true));
      assert.deepEqual([await recent('INBOX'), await recent('Work')], [3, 1]);
    });
  }

  it('stays recent where a stream was woken by it', async (t) => {
    const { account, deliver, recent } = await begin(t, {});
    const pool = openTestPool();
    const watcher = new ImapMailWatcher(pool);
    t.after(async () => {
      await watcher.close();
      await pool.close();
    });
    let news = 0;
    watcher.watch({ account, mailbox: INBOX, onNews: () => (news += 1), onRefused: () => undefined });
    // It says that it listens.
    await eventually(async () => assert.equal(news, 1));

    await deliver('INBOX');

    await eventually(async () => assert.equal(news > 1, true));
    assert.equal(await recent('INBOX'), 1);
  });
});

describe('A connection that watches', () => {
  it('reads the keywords of a mailbox that it may not change', async (t) => {
    const { account, client, deliver } = await begin(t, {});
    await deliver('Work');
    await client.command('SELECT Work');
    await client.command('STORE 1 +FLAGS.SILENT (Later \\Flagged)');
    const pool = openTestPool();
    t.after(() => pool.close());
    const signal = AbortSignal.timeout(10_000);
    const connection = await new ImapWatchConnections(pool).open({ account, isNew: false }, signal);

    const { flags, hasKeywords } = await connection.readSnapshot(WORK, signal);
    await connection.close();

    assert.deepEqual([hasKeywords, [...flags.keys()].sort()], [true, ['\\flagged', 'later']]);
  });

  it('gives a session back that opens mailboxes for writing', async (t) => {
    const { account, deliver } = await begin(t, { capability: 'IMAP4rev1' });
    await deliver('Work');
    const pool = openTestPool({ maxPerAccount: 1 });
    t.after(() => pool.close());
    const signal = AbortSignal.timeout(10_000);
    const connection = await new ImapWatchConnections(pool).open({ account, isNew: false }, signal);
    await connection.readSnapshot(WORK, signal);
    await connection.waitForNews(1, signal);
    await connection.readSnapshot(WORK, signal);

    const lease = await pool.borrow({ account, mailbox: WORK }, signal);
    await lease.session.open(WORK, signal);

    assert.deepEqual([lease.isWarm, lease.session.selected?.isReadOnly], [true, false]);
    lease.release();
    await connection.close();
  });

  it('leaves a mailbox open that a person has opened, while it lists folders and reads there', async (t) => {
    const { account } = await begin(t, { capability: 'IMAP4rev1' });
    const pool = openTestPool({ maxPerAccount: 1 });
    t.after(() => pool.close());
    const signal = AbortSignal.timeout(10_000);
    const person = await pool.borrow({ account, mailbox: INBOX }, signal);
    const opened = await person.session.open(INBOX, signal);
    person.release();
    const connection = await new ImapWatchConnections(pool).open({ account, isNew: false }, signal);
    await connection.listMailboxes(signal);
    await connection.readNames({ mailbox: INBOX, uids: [1] }, signal);
    await connection.waitForNews(1, signal);

    const lease = await pool.borrow({ account, mailbox: INBOX }, signal);

    assert.equal(lease.session.opened, opened);
    lease.release();
    await connection.close();
  });
});
