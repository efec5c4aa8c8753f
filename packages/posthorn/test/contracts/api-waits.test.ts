/** How often requests of version 1 wait for the mail server, behind a proxy that delays what the server sends. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { type ImapRecorder, startImapRecorder } from '../support/imap-recorder.ts';
import { buildMessage } from '../support/message-samples.ts';

const USER = { name: 'alice@example.org', password: 'secret' };
const FOLDERS = '/rest-api-email/v1/MailAccounts/work/MailFolders';
const DELAY_MS = 30;

describe('Behind a network that takes 30 ms', () => {
  let dovecot: Dovecot;
  let sandbox: Sandbox;
  let recorder: ImapRecorder;
  let posthorn: Posthorn;
  before(async () => {
    dovecot = await startDovecot({ users: [USER] });
    for (const mailbox of ['INBOX', 'Archive', 'Drafts', 'Sent']) {
      await fillMailbox({ server: dovecot, user: USER, mailbox, messages: [{ raw: buildMessage() }] });
    }
    sandbox = await startSandbox({ users: [USER], smtp: true });
    recorder = await startImapRecorder(dovecot, { delayMs: DELAY_MS });
    posthorn = createPosthorn({
      settings: readSettings({ LOG_LEVEL: 'silent', PORT: '0', AUTH_PROVIDER: 'single-imap-user' }),
      mailServers: [
        {
          id: 'work' as MailAccountId,
          inbox: { type: 'IMAP', host: recorder.host, port: recorder.port, isTls: false },
          outbox: { host: '127.0.0.1', port: sandbox.smtpPort ?? 0, security: 'none' },
          patterns: [{ source: 'all', matches: () => true }],
          roots: [],
        },
      ],
      extraRoots: [],
    });
  });
  after(async () => {
    await posthorn.close();
    recorder.close();
    await sandbox.close();
    await dovecot.stop();
  });

  async function send(method: 'GET' | 'PATCH' | 'POST', path: string, data?: object) {
    recorder.clear();
    const answer = await posthorn.server.inject({
      ...{ method, url: `${FOLDERS}/${path}` },
      headers: {
        authorization: `Basic ${btoa(`${USER.name}:${USER.password}`)}`,
        ...(data && { 'content-type': 'application/vnd.api+json' }),
      },
      ...(data && { payload: JSON.stringify({ data: { type: 'MessageItem', ...data } }) }),
    });
    assert.ok(answer.statusCode < 300, answer.body);
    return { body: answer.json(), waits: recorder.traffic().roundTrips, commands: recorder.commands() };
  }
  const pathOf = (id: string) => `INBOX/MessageItems/${id.split('.').slice(-2).join('.')}`;
  const isOpening = (command: string) => command.startsWith('SELECT');

  it('a listed message is opened with its text in one wait', async () => {
    const { body } = await send('GET', 'INBOX/MessageItems');

    const opened = await send('GET', `${pathOf(body.data[0].id)}?include=MessageBody`);

    assert.match(opened.body.included[0].attributes.textPlain, /Hello/);
    assert.equal(opened.waits, 1, opened.commands.join('\n'));
  });

  it('a message is moved without opening the folder first that it goes to', async () => {
    const { body } = await send('GET', 'INBOX/MessageItems');
    const [{ id }] = body.data;

    const { waits, commands } = await send('PATCH', pathOf(id), {
      id,
      relationships: { MailFolder: { data: { type: 'MailFolder', id: 'work.Archive' } } },
    });

    assert.deepEqual(commands.filter(isOpening), ['SELECT "Archive" (CONDSTORE)'], commands.join('\n'));
    assert.ok(waits <= 5, `${waits}: ${commands.join('\n')}`);
  });

  it('a new message is sent in eleven waits', async () => {
    await send('GET', 'INBOX/MessageItems');

    const { waits, commands } = await send('POST', 'Drafts/MessageItems/send', {
      attributes: { to: [{ address: 'ann@example.com' }], subject: 'Plan', textPlain: 'Hello' },
    });

    assert.ok(waits <= 11, `${waits}: ${commands.join('\n')}`);
  });
});
