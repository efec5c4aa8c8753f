import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { list, lsub } from '../../src/commands/list.ts';
import {
  createMailbox,
  deleteMailbox,
  renameMailbox,
  subscribe,
  unsubscribe,
} from '../../src/commands/mailboxes.ts';
import { quotaOf } from '../../src/commands/quota.ts';
import { select } from '../../src/commands/select.ts';
import { status } from '../../src/commands/status.ts';
import { CommandRefused } from '../../src/connection/connection-errors.ts';
import { SIGNAL } from '../support/dial.ts';
import { type MailDovecot, startMailDovecot } from '../support/dovecot-connection.ts';
import { fillMailbox } from '../support/filled-mailbox.ts';

const QUOTA = `mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:User quota
  quota_rule = *:storage=10M
  quota_vsizes = yes
}
`;

let mail: MailDovecot;
before(async () => {
  mail = await startMailDovecot({ settings: QUOTA });
});
after(() => mail.stop());

describe('commands of mailboxes with Dovecot', () => {
  it('CREATE, RENAME and DELETE take any name', async (t) => {
    const connection = await mail.signIn(t);
    const names = async () => {
      const { mailboxes } = await list(connection, { pattern: 'any*' }, SIGNAL);
      return mailboxes.map(({ mailbox }) => mailbox.text).sort();
    };

    await createMailbox(connection, 'any "q" &AOQ-', SIGNAL);
    await createMailbox(connection, 'any/below', SIGNAL);
    assert.deepEqual(await names(), ['any', 'any "q" ä', 'any/below']);
    await renameMailbox(connection, { from: 'any', to: 'any {3}' }, SIGNAL);
    assert.deepEqual(await names(), ['any "q" ä', 'any {3}', 'any {3}/below']);
    await deleteMailbox(connection, 'any "q" &AOQ-', SIGNAL);
    await deleteMailbox(connection, 'any {3}/below', SIGNAL);
    assert.deepEqual(await names(), ['any {3}']);
  });

  it('refuses to create what is there', async (t) => {
    const connection = await mail.signIn(t);

    await assert.rejects(
      createMailbox(connection, 'INBOX', SIGNAL),
      (error) => error instanceof CommandRefused && error.code?.name === 'ALREADYEXISTS',
    );
  });

  it('SUBSCRIBE and UNSUBSCRIBE change what LIST (SUBSCRIBED) and LSUB tell', async (t) => {
    const connection = await mail.signIn(t);
    await createMailbox(connection, 'subscribed', SIGNAL);
    const told = async () => {
      const listed = await list(connection, { pattern: 'subs*', isSubscribed: true }, SIGNAL);
      const old = await lsub(connection, 'subs*', SIGNAL);
      return [...listed.mailboxes, ...old.mailboxes].map(({ mailbox }) => mailbox.text);
    };

    await subscribe(connection, 'subscribed', SIGNAL);
    assert.deepEqual(await told(), ['subscribed', 'subscribed']);
    await unsubscribe(connection, 'subscribed', SIGNAL);
    assert.deepEqual(await told(), []);
  });

  it('LIST gives special uses and counts', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'counted', ['one', 'two']);

    const { mailboxes, statuses } = await list(
      connection,
      { pattern: '*', returns: ['CHILDREN', 'SPECIAL-USE'], statusItems: ['MESSAGES', 'UIDNEXT'] },
      SIGNAL,
    );

    const drafts = mailboxes.find(({ mailbox }) => mailbox.text === 'Drafts');
    assert.ok(drafts?.attributes.includes('\\DRAFTS'));
    const { mailbox: _mailbox, ...counts } = statuses.find(({ mailbox }) => mailbox.text === 'counted') ?? {};
    assert.deepEqual(counts, { kind: 'mailbox-status', messages: 2, uidNext: 3 });
  });

  it('STATUS gives counts and sizes', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'status', ['one']);

    const counts = await status(
      connection,
      { mailbox: 'status', items: ['MESSAGES', 'UNSEEN', 'UIDVALIDITY', 'HIGHESTMODSEQ', 'SIZE'] },
      SIGNAL,
    );

    assert.equal(counts?.messages, 1);
    assert.equal(counts?.unseen, 1);
    assert.equal(counts?.uidValidity, connection.selected?.uidValidity);
    assert.equal(typeof counts?.highestModSeq, 'bigint');
    assert.ok((counts?.size ?? 0) > 50);
  });

  it('SELECT and EXAMINE describe the mailbox', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'opened', ['one', 'two']);

    const read = await select(connection, { mailbox: 'opened', isReadOnly: true }, SIGNAL);
    const written = await select(
      connection,
      { mailbox: 'opened', isReadOnly: false, asksModSeqs: true },
      SIGNAL,
    );

    assert.equal(read.isReadOnly, true);
    assert.equal(written.isReadOnly, false);
    assert.deepEqual([written.exists, written.uidNext], [2, 3]);
    assert.ok(written.permanentFlags?.includes('\\*'));
    assert.equal(typeof written.highestModSeq, 'bigint');
    assert.deepEqual(connection.selected, {
      rawName: 'opened',
      isReadOnly: false,
      exists: 2,
      uidValidity: written.uidValidity,
    });
  });

  it('selects nothing after a refusal', async (t) => {
    const connection = await mail.signIn(t);
    await fillMailbox(connection, 'before', []);

    await assert.rejects(
      select(connection, { mailbox: 'nowhere', isReadOnly: false }, SIGNAL),
      CommandRefused,
    );

    assert.equal(connection.selected, null);
  });

  it('GETQUOTAROOT tells how full a mailbox is', async (t) => {
    const connection = await mail.signIn(t);

    const quotas = await quotaOf(connection, 'INBOX', SIGNAL);

    assert.deepEqual(
      quotas.map(({ root, resources }) => [root, resources[0]?.name, resources[0]?.limit]),
      [['User quota', 'STORAGE', 10_240]],
    );
  });
});
