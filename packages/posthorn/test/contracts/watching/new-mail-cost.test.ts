/** How often a watcher waits for the mail server until a new mail is an event, behind a proxy that delays what the server sends. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ImapWatchConnections } from '../../../src/adapters/imap/watch/imap-watch-connections.ts';
import type { WatchedChanges } from '../../../src/application/ports/mail/watch-connections.ts';
import { positionAt } from '../../../src/domain/mailboxes/mailbox-position.ts';
import { type DovecotOptions, startDovecot } from '../../support/dovecot.ts';
import { openImapConnection } from '../../support/imap-connection.ts';
import { startImapRecorder } from '../../support/imap-recorder.ts';
import { openTestPool } from '../changes/events-bench.ts';
import { mailboxName, testAccount } from '../store-under-test.ts';
import { eventually, openWatchScene } from './watch-scene.ts';

const USER = 'alice@example.org';
const RAW = Buffer.from('From: a@example.org\r\nMessage-ID: <1@test>\r\n\r\nText.\r\n');
const BASE = 'IMAP4rev1 LITERAL+ ENABLE IDLE UIDPLUS UNSELECT LIST-STATUS ESEARCH';
/** More than a busy machine takes for a reading of the database. */
const DELAY_MS = 200;
const FLAGS = 'UID FETCH (UID FLAGS)';
const NAMED = 'UID FETCH (UID FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]<0.65536>)';
const INBOX = mailboxName('INBOX');

/** Each tier's reading, and its waits. */
const TIERS: readonly (readonly [string, DovecotOptions, readonly string[], number])[] = [
  ['one wait with QRESYNC and NOTIFY', {}, [NAMED], 1],
  ['one wait with CONDSTORE', { capability: `${BASE} CONDSTORE` }, [NAMED], 1],
  ['three waits with neither: flags are compared', { capability: BASE }, ['FETCH (UID FLAGS)', NAMED], 3],
];

/** An account with an old message, behind a proxy. */
async function startMail(t: TestContext, options: DovecotOptions) {
  const network = { delayMs: 0 };
  const dovecot = await startDovecot(options);
  const ends: (() => unknown)[] = [() => dovecot.stop()];
  t.after(async () => {
    for (const end of ends.reverse()) await end();
  });
  const user = dovecot.user(USER);
  const client = await openImapConnection(dovecot, user);
  const deliver = () => client.append('INBOX', [{ raw: RAW }]);
  await deliver();
  await client.command('SELECT INBOX');
  const recorder = await startImapRecorder(dovecot, { delayMs: () => network.delayMs });
  ends.push(
    () => client.close(),
    () => recorder.close(),
  );
  return { account: testAccount(recorder, user), client, deliver, ends, network, recorder };
}

/** Its watcher, which waits for reports. */
async function watch(t: TestContext, options: DovecotOptions) {
  const mail = await startMail(t, options);
  const { account, recorder } = mail;
  const timing = { sweepMs: 600_000, proofMs: 600_000 };
  const scene = await openWatchScene(account, { timing });
  mail.ends.push(() => scene.close());
  const untilIdle = () => eventually(async () => assert.equal(recorder.commands().at(-1), 'IDLE'));
  scene.begin();
  await untilIdle();
  mail.network.delayMs = DELAY_MS;
  return {
    ...{ ...mail, scene },
    /** The commands for a new mail until the watcher waits again, and the waits among them. */
    async receive() {
      recorder.clear();
      await mail.deliver();
      await untilIdle();
      const { roundTrips: waits, writes } = recorder.traffic();
      return { commands: recorder.commands().map(shortened), waits, writes };
    },
  };
}

function shortened(command: string): string {
  const [, name = '', items = ''] = /^((?:UID )?[A-Z]+)(?: [\d:,*]+( \(.*\)))?/.exec(command) ?? [];
  return `${name}${items}`;
}

describe('A watcher', () => {
  for (const [title, options, reading, expected] of TIERS) {
    it(`reads a new mail in ${title}`, async (t) => {
      const { scene, receive } = await watch(t, options);
      await receive();

      const { commands, waits, writes } = await receive();

      assert.deepEqual(commands, ['DONE', 'NOOP', 'STATUS', 'UID SEARCH', ...reading, 'IDLE']);
      // IDLE is the last.
      assert.equal(waits, expected + 1);
      assert.equal(writes, waits, 'DONE goes out with the commands after it.');
      assert.deepEqual((await scene.events()).at(-1)?.data, { messageId: '1@test' });
    });
  }

  it('sees a folder for the first time in three waits', async (t) => {
    const { account, client, ends, network, recorder } = await startMail(t, {});
    await client.command('STORE 1 +FLAGS.SILENT (\\Seen later)');
    const pool = openTestPool();
    ends.push(() => pool.close());
    const signal = AbortSignal.timeout(20_000);
    const connection = await new ImapWatchConnections(pool).open({ account, isNew: true }, signal);
    ends.push(() => connection.close());
    recorder.clear();
    network.delayMs = DELAY_MS;

    const { flags } = await connection.readSnapshot(INBOX, signal);

    assert.deepEqual([...flags.keys()].sort(), ['\\seen', 'later']);
    const [opening, ...others] = recorder.commands().map(shortened);
    assert.deepEqual([opening, ...new Set(others)], ['EXAMINE', 'NOOP', 'STATUS', 'UID SEARCH']);
    assert.equal(recorder.traffic().roundTrips, 3);
  });

  it('enables QRESYNC before the first new mail', async (t) => {
    const { receive } = await watch(t, {});

    const { waits } = await receive();

    assert.equal(waits, 2);
  });

  it('reads no headers of messages whose flags have changed, in pages that have new mail too', async (t) => {
    const { account, client, deliver, ends, recorder } = await startMail(t, {});
    for (let count = 2; count <= 4; count += 1) await deliver();
    const pool = openTestPool();
    ends.push(() => pool.close());
    const signal = AbortSignal.timeout(20_000);
    const connection = await new ImapWatchConnections(pool).open({ account, isNew: true }, signal);
    ends.push(() => connection.close());
    const { counts, uids } = await connection.readSnapshot(INBOX, signal);
    await client.command('STORE 1:3 +FLAGS.SILENT (\\Flagged)');
    for (let count = 5; count <= 7; count += 1) await deliver();
    recorder.clear();

    const pages: WatchedChanges[] = [];
    for (let since = { ...positionAt(counts), known: uids }; ; ) {
      const page = await connection.readChanges({ mailbox: INBOX, since, limit: 2 }, signal);
      pages.push(page);
      if (!page.isMore) break;
      since = { ...page.position, known: uids };
    }

    const named = pages.map(({ created, updated, names }) => [
      created.map(({ uid }) => `${uid} ${names.get(uid)?.messageId}`),
      updated.map(({ uid, flagged }) => `${uid} ${flagged}`),
    ]);
    assert.deepEqual(named, [
      [['7 1@test', '6 1@test'], []],
      [['5 1@test'], ['3 true']],
      [[], ['2 true', '1 true']],
    ]);
    const fetched = recorder.commands().filter((command) => command.startsWith('UID FETCH'));
    assert.deepEqual(fetched.map(shortened), [NAMED, NAMED, FLAGS, FLAGS]);
  });

  it('misses nothing where the connection is cut while IDLE ends', async (t) => {
    const { deliver, network, recorder, scene } = await watch(t, {});
    recorder.clear();
    await deliver();
    await eventually(async () => assert.equal(recorder.commands()[0], 'DONE'));

    recorder.cutConnections();
    network.delayMs = 0;

    await eventually(async () => assert.equal((await scene.events()).length, 1));
    assert.deepEqual(scene.restarts, ['failure']);
  });
});
