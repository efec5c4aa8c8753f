/** How often the requests of a client that reads its mail wait for the mail server, behind a proxy that delays what the server sends. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { asUid } from '../support/domain-values.ts';
import { type ImapConnection, openImapConnection } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';
import { openRecordedStore, type RecordedStore } from './recorded-store.ts';
import { mailboxName } from './store-under-test.ts';

const USER = 'alice@example.org';
const DELAY_MS = 30;
const signal = AbortSignal.timeout(120_000);
const attributes = new Set(['subject', 'seen', 'flagged', 'hasAttachments'] as const);
const selection = { attributes };
const order = [{ key: 'date', isDescending: true }] as const;

describe('On a session that has the mailbox open', () => {
  let mail: RecordedStore;
  let other: ImapConnection;
  before(async () => {
    const messages = Array.from({ length: 20 }, (_, index) => ({
      raw: buildMessage({ subject: `number ${index + 1}` }),
    }));
    mail = await openRecordedStore({ INBOX: messages }, { delayMs: DELAY_MS });
    other = await openImapConnection(mail.dovecot, mail.dovecot.user(USER));
    await other.command('SELECT INBOX');
    const query = { window: null, maxRows: 50, order, criterion: null, ...selection };
    await mail.store.listMessages({ ...place(), query }, signal);
  });
  beforeEach(() => mail.recorder.clear());
  after(async () => {
    await other?.close();
    await mail?.close();
  });

  const place = () => ({ account: mail.account, mailbox: mailboxName('INBOX') });
  const message = (uid: number) => ({ ...place(), uid: asUid(uid) });
  const open = (uid: number) =>
    mail.store.getMessage({ ...message(uid), selection: { ...selection, isCurrent: true } }, signal);
  const waits = () => mail.recorder.traffic().roundTrips;
  const names = () => mail.recorder.commands().map((command) => command.replace(/^(UID )?(\w+).*/, '$2'));

  it('a message that was never opened waits once, for the check for changes and the message', async () => {
    assert.equal((await open(1)).subject, 'number 1');

    assert.deepEqual([waits(), names()], [1, ['NOOP', 'FETCH']]);
  });

  it('a message that was listed and opened waits once, for the check for changes alone', async () => {
    await open(2);
    mail.recorder.clear();

    assert.equal((await open(2)).subject, 'number 2');

    assert.deepEqual([waits(), names()], [1, ['NOOP']]);
  });

  it('a message that was changed meanwhile is asked for again', async () => {
    await other.command('UID STORE 3 +FLAGS (\\Flagged)');
    mail.recorder.clear();

    assert.equal((await open(3)).flagged, true);

    assert.deepEqual([waits(), names()], [2, ['NOOP', 'FETCH', 'FETCH']]);
  });

  it('a changed flag waits once, and the message is shown without another question', async () => {
    await open(4);
    mail.recorder.clear();

    await mail.writer.changeFlags({ ...message(4), change: { seen: true } }, signal);
    const shown = await mail.store.getMessage(
      { ...message(4), selection: { ...selection, isOwnChange: true } },
      signal,
    );

    assert.deepEqual([shown.subject, shown.seen], ['number 4', true]);
    assert.deepEqual([waits(), names()], [1, ['FETCH', 'STORE']]);
  });

  it('a flag that another session of the client has changed is shown as it is now', async () => {
    await open(6);
    await other.command('UID STORE 6 +FLAGS (\\Flagged)');

    const shown = await mail.store.getMessage(
      { ...message(6), selection: { ...selection, isOwnChange: true } },
      signal,
    );

    assert.equal(shown.flagged, true);
  });

  it('the folder list waits once while the mailbox stays as it is, and once more after a change', async () => {
    const total = async () => {
      const mailboxes = await mail.store.listMailboxes(mail.account, signal);
      return [mailboxes.find(({ name }) => name === 'INBOX')?.counts?.total, waits()];
    };
    const [before, waited] = await total();
    await other.command('UID STORE 5 +FLAGS.SILENT (\\Deleted)');
    await other.command('UID EXPUNGE 5');
    mail.recorder.clear();

    assert.deepEqual([before, waited], [20, 1]);
    assert.deepEqual(await total(), [19, 2]);
  });
});
