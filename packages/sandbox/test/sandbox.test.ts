/** The sandbox as tests and the demo use it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BELOW_INBOX_LAYOUT } from '../src/mailbox/layout.ts';
import { MailboxError } from '../src/mailbox/mailbox-error.ts';
import { startSandbox } from '../src/sandbox.ts';
import { mail } from './support/mail-samples.ts';
import { NOW, openClient, openMailbox, openSandbox, openSession } from './support/open-sandbox.ts';

describe('startSandbox', () => {
  it('gives each user INBOX and five mailboxes with special uses', async (t) => {
    const sandbox = await openSandbox(t);
    const mailboxes = sandbox.user('ann').mailboxes();
    assert.deepEqual(
      mailboxes.map(({ name, specialUse }) => [name, specialUse]),
      [
        ['INBOX', undefined],
        ['Drafts', '\\Drafts'],
        ['Sent', '\\Sent'],
        ['Junk', '\\Junk'],
        ['Trash', '\\Trash'],
        ['Archive', '\\Archive'],
      ],
    );
  });

  it('replaces them by the mailboxes of a seed, with their messages', async (t) => {
    const mailboxes = [
      { name: 'INBOX', messages: [{ raw: mail() }] },
      {
        name: 'Work',
        specialUse: '\\Archive',
        isSubscribed: false,
        messages: [{ raw: Buffer.from('\r\n'), flags: ['\\Seen'], internalDate: new Date(0) }],
      },
    ] as const;
    const sandbox = await openSandbox(t, { users: [{ name: 'ann', password: 'secret', mailboxes }] });
    const ann = sandbox.user('ann');
    assert.deepEqual(ann.mailboxes(), [
      {
        name: 'INBOX',
        specialUse: undefined,
        isSubscribed: true,
        uidValidity: 1_700_000_001,
        uidNext: 2,
        messageCount: 1,
      },
      {
        name: 'Work',
        specialUse: '\\Archive',
        isSubscribed: false,
        uidValidity: 1_700_000_002,
        uidNext: 2,
        messageCount: 1,
      },
    ]);
    assert.deepEqual(ann.messages('Work'), [
      { uid: 1, flags: ['\\Seen'], internalDate: new Date(0), raw: Buffer.from('\r\n') },
    ]);
  });

  it('refuses seeds outside the layout', async () => {
    const users = [{ name: 'ann', password: 'secret', mailboxes: [{ name: 'Work' }] }];
    await assert.rejects(startSandbox({ users, layout: BELOW_INBOX_LAYOUT }), MailboxError);
  });

  it('refuses TLS options without a certificate', async () => {
    await assert.rejects(startSandbox({ users: [], requireTls: true }), RangeError);
  });

  it('reads each of 5,000 seeds once when it starts', async (t) => {
    const reads = new Array<number>(5000).fill(0);
    const messages = reads.map((_, index) => ({
      get raw() {
        reads[index] = (reads[index] ?? 0) + 1;
        return mail({ Subject: `${index}` });
      },
    }));
    const sandbox = await openSandbox(t, {
      users: [{ name: 'ann', password: 'secret', mailboxes: [{ name: 'INBOX', messages }] }],
    });
    assert.deepEqual([...new Set(reads)], [1]);
    assert.equal(sandbox.user('ann').messages().length, 5000);
  });

  it('keeps the users apart', async (t) => {
    const users = ['ann', 'bob'].map((name) => ({ name, password: 'secret' }));
    const sandbox = await openSandbox(t, { users });
    sandbox.user('bob').deliver(mail());
    assert.deepEqual([sandbox.user('ann').messages().length, sandbox.user('bob').messages().length], [0, 1]);
  });

  it('drops its clients when it is closed', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openSession(t, sandbox);
    await sandbox.close();
    assert.equal(await client.read(), undefined);
  });
});

describe('SandboxUser', () => {
  it('delivers with defaults and gives the uid', async (t) => {
    const ann = (await openSandbox(t)).user('ann');
    assert.equal(ann.deliver('A: b\n\n'), 1);
    assert.deepEqual(ann.messages(), [
      { uid: 1, flags: [], internalDate: NOW, raw: Buffer.from('A: b\r\n\r\n') },
    ]);
  });

  it('delivers with flags and a date into any mailbox', async (t) => {
    const ann = (await openSandbox(t)).user('ann');
    ann.deliver('\n', { mailbox: 'Archive', flags: ['\\seen'], internalDate: new Date(0) });
    assert.deepEqual(ann.messages('Archive'), [
      { uid: 1, flags: ['\\Seen'], internalDate: new Date(0), raw: Buffer.from('\r\n') },
    ]);
  });

  it('creates, deletes, flags and removes', async (t) => {
    const ann = (await openSandbox(t)).user('ann');
    ann.createMailbox('New', { specialUse: '\\All' });
    ann.deliver('\n', { mailbox: 'New' });
    ann.deliver('\n', { mailbox: 'New' });
    ann.setFlags('New', 2, ['$k']);
    ann.expunge('New', 1);
    ann.deleteMailbox('Junk');
    assert.deepEqual(
      ann.messages('New').map(({ uid, flags }) => [uid, flags]),
      [[2, ['$k']]],
    );
    assert.equal(
      ann.mailboxes().some(({ name }) => name === 'Junk'),
      false,
    );
  });

  it('throws for a user, mailbox, message or flag that cannot be', async (t) => {
    const sandbox = await openSandbox(t);
    const ann = sandbox.user('ann');
    assert.throws(() => sandbox.user('constructor'), RangeError);
    assert.throws(() => ann.deliver('', { mailbox: 'Nope' }), MailboxError);
    assert.throws(() => ann.expunge('INBOX', 1), MailboxError);
    assert.throws(() => ann.deliver('', { flags: ['\\Recent'] }), MailboxError);
  });
});

describe('Sandbox.recording', () => {
  it('keeps the commands of all connections, without passwords and literals', async (t) => {
    const sandbox = await openSandbox(t);
    const first = await openClient(t, sandbox);
    await first.run('LOGIN "ann" "secret"');
    await first.run('UID fetch 1 FLAGS');
    const second = await openClient(t, sandbox);
    await second.run(`AUTHENTICATE PLAIN ${Buffer.from('\0ann\0secret').toString('base64')}`);
    await second.run('APPEND INBOX {6+}\r\nsecret');
    assert.deepEqual(sandbox.recording, [
      { user: undefined, connection: 1, name: 'LOGIN', line: 'LOGIN "ann" ***' },
      { user: 'ann', connection: 1, name: 'UID FETCH', line: 'UID fetch 1 FLAGS' },
      { user: undefined, connection: 2, name: 'AUTHENTICATE', line: 'AUTHENTICATE PLAIN ***' },
      { user: 'ann', connection: 2, name: 'APPEND', line: 'APPEND INBOX {6+}' },
    ]);
  });

  it('hides the password of a LOGIN that is malformed', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openClient(t, sandbox);
    await client.run('LOGIN "ann secret');
    assert.deepEqual(
      sandbox.recording.map(({ line }) => line),
      ['LOGIN ***'],
    );
  });

  it('can be cleared', async (t) => {
    const sandbox = await openSandbox(t);
    await openMailbox(t, sandbox);
    sandbox.clearRecording();
    assert.deepEqual(sandbox.recording, []);
  });
});

describe('Sandbox.counters', () => {
  it('count connections, logins and octets', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openClient(t, sandbox);
    await client.run('LOGIN ann wrong');
    const before = sandbox.counters;
    await client.run('NOOP');
    assert.deepEqual([before.connectionsOpened, before.loginsTried], [1, 1]);
    assert.equal(sandbox.counters.octetsSent - before.octetsSent, 'a OK Nothing to do\r\n'.length);
  });
});
