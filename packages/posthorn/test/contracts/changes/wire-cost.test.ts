/** What the question for changes costs at the mail server, in a mailbox of 5,000 messages with holes. docs/changes.md has the table. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ImapMailChanges } from '../../../src/adapters/imap/changes/imap-mail-changes.ts';
import { UNMEASURED } from '../../../src/application/ports/mail-telemetry.ts';
import { type Dovecot, startDovecot } from '../../support/dovecot.ts';
import { fillMailbox } from '../../support/fill-mailbox.ts';
import { openImapConnection } from '../../support/imap-connection.ts';
import { mailboxName, testAccount } from '../store-under-test.ts';
import { openTestPool } from './events-bench.ts';
import { startFollowing } from './following-client.ts';

const RAW = Buffer.from('From: a@example.org\r\nSubject: Hello\r\n\r\nText.\r\n');
const MESSAGES = 5_000;
const BASE = 'IMAP4rev1 LITERAL+ ENABLE IDLE UIDPLUS UNSELECT LIST-STATUS';

/** Octets in both directions, at most: nothing new, one new message, one that is gone, the flags of 1,000. */
const TIERS = [
  { title: 'QRESYNC', capability: undefined, bounds: [600, 1_000, 1_500, 110_000] },
  { title: 'CONDSTORE', capability: `${BASE} ESEARCH CONDSTORE`, bounds: [600, 1_000, 2_500, 110_000] },
  { title: 'neither', capability: `${BASE} ESEARCH`, bounds: [50_000, 50_000, 60_000, 150_000] },
] as const;

interface Cost {
  readonly roundTrips: number;
  readonly octets: number;
}

describe('The question for changes', () => {
  for (const { title, capability, bounds } of TIERS) {
    it(`costs little with ${title}`, async (t) => {
      const dovecot = await startDovecot({
        format: 'mdbox',
        ...(capability !== undefined && { capability }),
      });
      t.after(() => dovecot.stop());

      const costs = await measure(t, dovecot);

      for (const { what, roundTrips, octets } of costs) {
        t.diagnostic(`${title}, ${what}: ${roundTrips} round trips, ${octets} octets`);
      }
      assert.deepEqual(
        costs.filter(({ octets }, index) => octets > (bounds[index] ?? 0)),
        [],
      );
    });
  }
});

async function measure(t: TestContext, dovecot: Dovecot): Promise<readonly (Cost & { what: string })[]> {
  const user = dovecot.user('alice@example.org');
  const messages = Array.from({ length: MESSAGES }, () => ({ raw: RAW }));
  await fillMailbox({ server: dovecot, user, mailbox: 'Bulk', messages });
  const other = await openImapConnection(dovecot, user);
  t.after(() => other.close());
  await other.command('SELECT Bulk');
  const spent = { roundTrips: 0, octets: 0 };
  const pool = openTestPool({
    telemetry: {
      ...UNMEASURED,
      addTraffic({ roundTrips, sentOctets, receivedOctets }) {
        spent.roundTrips += roundTrips;
        spent.octets += sentOctets + receivedOctets;
      },
    },
  });
  t.after(() => pool.close());
  const location = { account: testAccount(dovecot, user), mailbox: mailboxName('Bulk') };
  const client = await startFollowing(new ImapMailChanges(pool), { location, mail: new Map() });
  const costOf = async (what: string, change: () => Promise<unknown>): Promise<Cost & { what: string }> => {
    await change();
    Object.assign(spent, { roundTrips: 0, octets: 0 });
    await client.follow();
    return { what, ...spent };
  };
  return [
    await costOf('nothing new', async () => undefined),
    await costOf('1 new message', () => other.append('Bulk', [{ raw: RAW }])),
    await costOf('1 message gone', async () => {
      await other.command('UID STORE 2500 +FLAGS.SILENT (\\Deleted)');
      await other.command('UID EXPUNGE 2500');
    }),
    await costOf('1,000 flags', () =>
      other.command(`UID STORE ${MESSAGES - 999}:${MESSAGES} +FLAGS.SILENT (\\Seen)`),
    ),
  ];
}
