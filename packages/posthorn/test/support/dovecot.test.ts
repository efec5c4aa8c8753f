/** The private Dovecot: both layouts, TLS, users, and messages that arrive as given. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { type Dovecot, type DovecotOptions, startDovecot } from './dovecot.ts';
import { fillMailbox } from './fill-mailbox.ts';
import { type ImapConnection, openImapConnection } from './imap-connection.ts';
import { buildMessage } from './message-samples.ts';

const ALICE = 'alice@example.org';

async function withDovecot(options: DovecotOptions, use: (dovecot: Dovecot) => Promise<void>): Promise<void> {
  const dovecot = await startDovecot(options);
  try {
    await use(dovecot);
  } finally {
    await dovecot.stop();
  }
}

async function withConnection<Result>(
  dovecot: Dovecot,
  use: (connection: ImapConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await openImapConnection(dovecot, dovecot.user(ALICE));
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

/** Starts an instance, prints where, and never stops it. */
const CRASHING_TEST = `
  import { startDovecot } from ${JSON.stringify(new URL('dovecot.ts', import.meta.url).href)};
  console.log(JSON.stringify(await startDovecot()));
  setInterval(() => {}, 1000);
`;

async function untilGone(path: string): Promise<void> {
  while (existsSync(path)) await setTimeout(10);
}

function refusalOf(port: number): Promise<string> {
  return new Promise((resolve) => {
    connectTcp(port, '127.0.0.1').once('error', (error) => resolve(String(error)));
  });
}

describe('startDovecot', { concurrency: true }, () => {
  it('lists mailboxes beside INBOX in the flat layout', () =>
    withDovecot({ layout: 'flat' }, async (dovecot) => {
      const listed = await withConnection(dovecot, (connection) => connection.command('LIST "" "*"'));

      assert.deepEqual([...listed].sort(), [
        '* LIST (\\HasNoChildren \\Drafts) "/" Drafts',
        '* LIST (\\HasNoChildren \\Junk) "/" Junk',
        '* LIST (\\HasNoChildren \\Sent) "/" Sent',
        '* LIST (\\HasNoChildren \\Trash) "/" Trash',
        '* LIST (\\HasNoChildren) "/" Archive',
        '* LIST (\\HasNoChildren) "/" INBOX',
      ]);
    }));

  it('lists mailboxes below INBOX in the layout with a prefix', () =>
    withDovecot({ layout: 'inbox-prefix' }, async (dovecot) => {
      const listed = await withConnection(dovecot, (connection) => connection.command('LIST "" "*"'));

      assert.deepEqual([...listed].sort(), [
        '* LIST (\\HasChildren) "." INBOX',
        '* LIST (\\HasNoChildren \\Drafts) "." INBOX.Drafts',
        '* LIST (\\HasNoChildren \\Junk) "." INBOX.Junk',
        '* LIST (\\HasNoChildren \\Sent) "." INBOX.Sent',
        '* LIST (\\HasNoChildren \\Trash) "." INBOX.Trash',
        '* LIST (\\HasNoChildren) "." INBOX.Archive',
      ]);
    }));

  it('announces the capabilities that a test asks for', () =>
    withDovecot({ capability: 'IMAP4rev1 UIDPLUS' }, async (dovecot) => {
      const capability = await withConnection(dovecot, (connection) => connection.command('CAPABILITY'));

      assert.deepEqual(capability, ['* CAPABILITY IMAP4rev1 UIDPLUS']);
    }));

  it('accepts a password that needs quoting and refuses a wrong one at once', () =>
    withDovecot({}, async (dovecot) => {
      const bob = dovecot.user('bob@example.org');

      await (await openImapConnection(dovecot, bob)).close();
      await assert.rejects(
        openImapConnection(dovecot, { ...bob, password: 'wrong' }),
        /NO \[AUTHENTICATIONFAILED\]/,
      );
    }));

  it('serves TLS with a certificate that its own authority signed', () =>
    withDovecot({ hasTls: true }, async ({ tlsPort = 0, caPem = '', host }) => {
      const greeting = await new Promise<string>((resolve, reject) => {
        const socket = connectTls({ port: tlsPort, host, ca: caPem, servername: 'localhost' }, () => {
          socket.once('data', (chunk: Buffer) => {
            socket.destroy();
            resolve(chunk.toString());
          });
        });
        socket.once('error', reject);
      });

      assert.match(greeting, /^\* OK /);
    }));

  it('stores messages in the given order with their flags and dates', () =>
    withDovecot({}, async (dovecot) => {
      const messages = Array.from({ length: 300 }, (_, index) => ({
        raw: buildMessage({ subject: `Message ${index + 1}` }),
        flags: index === 1 ? ['\\Seen', '\\Flagged'] : [],
        internalDate: new Date(Date.UTC(2024, 0, 1, 0, index)),
      }));
      await fillMailbox({ server: dovecot, user: dovecot.user(ALICE), mailbox: 'B\u00fcro & Co', messages });

      const rows = await withConnection(dovecot, async (connection) => {
        await connection.command('EXAMINE "B&APw-ro &- Co"');
        return connection.command(
          'UID FETCH 1:2,300 (FLAGS INTERNALDATE BODY.PEEK[HEADER.FIELDS (SUBJECT)])',
        );
      });

      assert.deepEqual(rows, [
        '* 1 FETCH (UID 1 FLAGS (\\Recent) INTERNALDATE "01-Jan-2024 00:00:00 +0000" BODY[HEADER.FIELDS (SUBJECT)] {22}\r\nSubject: Message 1\r\n\r\n)',
        '* 2 FETCH (UID 2 FLAGS (\\Flagged \\Seen \\Recent) INTERNALDATE "01-Jan-2024 00:01:00 +0000" BODY[HEADER.FIELDS (SUBJECT)] {22}\r\nSubject: Message 2\r\n\r\n)',
        '* 300 FETCH (UID 300 FLAGS (\\Recent) INTERNALDATE "01-Jan-2024 04:59:00 +0000" BODY[HEADER.FIELDS (SUBJECT)] {24}\r\nSubject: Message 300\r\n\r\n)',
      ]);
    }));

  it('keeps the octets of a message, NUL included', () =>
    withDovecot({}, async (dovecot) => {
      const raw = buildMessage({ text: Buffer.from([0x61, 0x00, 0xff, 0x0d, 0x0a]) });
      await fillMailbox({
        server: dovecot,
        user: dovecot.user(ALICE),
        mailbox: 'INBOX',
        messages: [{ raw }],
      });

      const [row = ''] = await withConnection(dovecot, async (connection) => {
        await connection.command('EXAMINE INBOX');
        return connection.command('FETCH 1 (BINARY.PEEK[1])');
      });

      assert.equal(row, '* 1 FETCH (BINARY[1] ~{5}\r\na\u0000\u00ff\r\n)');
    }));

  it('leaves nothing behind', async () => {
    const dovecot = await startDovecot({ settings: '# a line of its own' });
    const log = await dovecot.readLog();
    await dovecot.stop();

    assert.match(log, /starting up for imap/);
    assert.match(await refusalOf(dovecot.port), /ECONNREFUSED/);
    assert.equal(existsSync(dovecot.folder), false);
  });

  it('goes with a test process that is killed', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', CRASHING_TEST]);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { folder, port } = JSON.parse(line.toString()) as Dovecot;

    child.kill('SIGKILL');

    await untilGone(folder);
    assert.match(await refusalOf(port), /ECONNREFUSED/);
  });

  it('reports what Dovecot complains about', async () => {
    await assert.rejects(
      startDovecot({ settings: 'no_such_setting = 1' }),
      /Unknown setting: no_such_setting/,
    );
  });
});
