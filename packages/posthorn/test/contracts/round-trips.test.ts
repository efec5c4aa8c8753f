/** How often a list waits for the mail server, behind a proxy that delays what the server sends: each wait takes as long as the network does. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { MailStore } from '../../src/application/ports/mail/mail-store.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import { code } from '../support/domain-values.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { openImapConnection } from '../support/imap-connection.ts';
import { type ImapRecorder, startImapRecorder } from '../support/imap-recorder.ts';
import { buildMessage } from '../support/message-samples.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';

const USER = 'alice@example.org';
const MESSAGES = 120;
const DELAY_MS = 30;
const signal = AbortSignal.timeout(120_000);

describe('Behind a network that takes 30 ms', () => {
  let dovecot: Dovecot;
  let recorder: ImapRecorder;
  let store: MailStore;
  let account: MailAccount;

  before(async () => {
    dovecot = await startDovecot();
    const user = dovecot.user(USER);
    for (const mailbox of ['INBOX', 'Archive']) {
      const messages = Array.from({ length: MESSAGES }, (_, index) => ({
        raw: buildMessage({ subject: `number ${index}`, date: new Date(Date.UTC(2024, 0, 1, 0, index)) }),
      }));
      await fillMailbox({ server: dovecot, user, mailbox, messages });
    }
    recorder = await startImapRecorder(dovecot, { delayMs: DELAY_MS });
    account = testAccount(recorder, user);
  });
  beforeEach(() => {
    store = createTestMailStore();
    recorder.clear();
  });
  after(async () => {
    recorder.close();
    await dovecot.stop();
  });

  const read = (mailbox: string, limit: number) =>
    store.listMessages(
      {
        ...{ account, mailbox: mailboxName(mailbox) },
        query: {
          ...{ window: { start: 0, limit }, maxRows: limit, criterion: null },
          order: [{ key: 'date', isDescending: true }],
          attributes: new Set(['subject', 'from', 'date', 'seen', 'hasAttachments']),
        },
      },
      signal,
    );
  /** How often the list waited. */
  const list = async (mailbox: string): Promise<number> => {
    recorder.clear();
    const page = await read(mailbox, 50);
    assert.equal(page.items.length, 50);
    return recorder.traffic().roundTrips;
  };

  it('the first list after the login waits for the login, the opened mailbox, and its order with the rows', async (t) => {
    t.after(() => store.close());

    assert.equal(await list('INBOX'), 3);
  });

  it('the first list of another folder waits for the opened mailbox, and its order with the rows', async (t) => {
    t.after(() => store.close());
    await list('INBOX');

    assert.equal(await list('Archive'), 2);
  });

  it('the first list of a folder that the folder list has shown waits for the opened mailbox with its order, and the rows', async (t) => {
    t.after(() => store.close());
    await list('INBOX');
    await store.listMailboxes(account, signal);

    assert.equal(await list('Archive'), 2);
  });

  it('a folder that has changed since the folder list has shown it is shown as it is', async (t) => {
    t.after(() => store.close());
    const other = await openImapConnection(dovecot, dovecot.user(USER));
    t.after(() => other.close());
    await list('INBOX');
    await store.listMailboxes(account, signal);
    await other.append('Archive', [{ raw: buildMessage({ date: new Date(Date.UTC(2025, 0, 1)) }) }]);
    await other.command('SELECT Archive');
    await other.command('STORE 120 +FLAGS.SILENT (\\Deleted)');
    await other.command('EXPUNGE');

    const { items, total, matching } = await read('Archive', 200);

    const uids = [121, ...Array.from({ length: MESSAGES - 1 }, (_, index) => MESSAGES - 1 - index)];
    assert.deepEqual([items.map(({ uid }) => Number(uid)), total, matching], [uids, MESSAGES, MESSAGES]);
  });

  it('a list that was shown before another folder waits for the opened mailbox', async (t) => {
    t.after(() => store.close());
    await list('INBOX');
    await list('Archive');

    assert.equal(await list('INBOX'), 1);
  });

  it('a folder that mail is to be moved to is looked up at once, and leaves the open one open', async (t) => {
    t.after(() => store.close());
    await list('INBOX');
    recorder.clear();

    await store.requireMailbox({ account, mailbox: mailboxName('Archive') }, signal);

    assert.equal(recorder.traffic().roundTrips, 1);
    assert.equal(await list('INBOX'), 1);
    assert.deepEqual(recorder.commands(), ['NOOP']);
  });

  it('a folder that only has folders is none that mail can be moved to', async (t) => {
    t.after(() => store.close());
    const other = await openImapConnection(dovecot, dovecot.user(USER));
    t.after(() => other.close());
    await other.command('CREATE "Parent/Child"');
    const lookUp = (mailbox: string) =>
      store.requireMailbox({ account, mailbox: mailboxName(mailbox) }, signal);

    await lookUp('Parent/Child');
    await assert.rejects(lookUp('Parent'), code('mailbox-unknown'));
  });

  it('a list that was shown before waits once', async (t) => {
    t.after(() => store.close());
    await list('INBOX');

    assert.equal(await list('INBOX'), 1);
  });
});
