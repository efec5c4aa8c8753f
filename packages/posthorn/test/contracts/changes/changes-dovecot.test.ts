/** Clients that follow changes have what a Dovecot has, with capabilities taken from it; and large changes come in pages. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Dovecot, startDovecot } from '../../support/dovecot.ts';
import { fillMailbox } from '../../support/fill-mailbox.ts';
import { openImapConnection } from '../../support/imap-connection.ts';
import { createTestMailAccess, mailboxName, testAccount } from '../store-under-test.ts';
import { compareWithMailbox } from './changes-model.ts';
import { startFollowing } from './following-client.ts';
import { otherDovecotClient } from './other-client.ts';

const STEPS = 120;
const RAW = Buffer.from('From: a@example.org\r\nSubject: Hello\r\n\r\nText.\r\n');
const BASE = 'IMAP4rev1 LITERAL+ ENABLE IDLE UIDPLUS UNSELECT LIST-STATUS';

const TIERS = [
  { title: 'with QRESYNC', capability: undefined },
  { title: 'with CONDSTORE', capability: `${BASE} ESEARCH CONDSTORE` },
  { title: 'without mod-sequences', capability: `${BASE} ESEARCH` },
  { title: 'without any extension', capability: 'IMAP4rev1' },
] as const;

for (const { title, capability } of TIERS) {
  describe(`A client that follows changes of a Dovecot ${title}`, () => {
    let dovecot: Dovecot;
    before(async () => {
      dovecot = await startDovecot(capability === undefined ? {} : { capability });
    });
    after(() => dovecot.stop());

    it('has what the mailbox has', async (t) => {
      const user = dovecot.user('alice@example.org');
      const { changes, store } = createTestMailAccess();
      t.after(() => store.close());
      const other = await otherDovecotClient(dovecot, { user, mailbox: 'INBOX' });
      t.after(() => other.close());
      const location = { account: testAccount(dovecot, user), mailbox: mailboxName('INBOX') };

      await compareWithMailbox({ changes, location, other, steps: STEPS });
    });
  });
}

describe('20,000 messages that are marked as read at once', () => {
  let dovecot: Dovecot;
  before(async () => {
    dovecot = await startDovecot();
    const user = dovecot.user('alice@example.org');
    const messages = Array.from({ length: 20_000 }, () => ({ raw: RAW }));
    await fillMailbox({ server: dovecot, user, mailbox: 'Bulk', messages });
  });
  after(() => dovecot.stop());

  it('come in pages without loss, though all have one mod-sequence', async (t) => {
    const user = dovecot.user('alice@example.org');
    const { changes, store } = createTestMailAccess();
    t.after(() => store.close());
    const location = { account: testAccount(dovecot, user), mailbox: mailboxName('Bulk') };
    const client = await startFollowing(changes, { location, mail: new Map() });
    client.limit = 500;
    const other = await openImapConnection(dovecot, user);
    await other.command('SELECT Bulk');
    await other.command('STORE 1:* +FLAGS.SILENT (\\Seen)');
    await other.close();

    const pages = await client.follow();

    assert.equal(pages.length, 40);
    assert.equal(client.mail.size, 20_000);
    assert.ok([...client.mail.values()].every((flags) => flags === '\\seen'));
  });
});
