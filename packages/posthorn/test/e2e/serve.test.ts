import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { type ImapRecorder, startImapRecorder } from '../support/imap-recorder.ts';
import { buildMessage } from '../support/message-samples.ts';
import { type PosthornProcess, runPosthorn, startPosthornProcess } from './posthorn-process.ts';
import type { V0Answer, V0List } from './v0-answer.ts';

const USER = 'alice@example.org';
const PASSWORD = 'alice-secret';
const UNAUTHORIZED = { success: false, msg: 'Unauthorized.', status: 401 };

describe('posthorn serve', () => {
  let dovecot: Dovecot;
  let recorder: ImapRecorder;
  let root: string;
  let server: PosthornProcess;

  before(async () => {
    dovecot = await startDovecot({ layout: 'inbox-prefix' });
    recorder = await startImapRecorder(dovecot);
    await fillMailbox({
      server: dovecot,
      user: dovecot.user(USER),
      mailbox: 'INBOX',
      messages: [
        { raw: buildMessage({ subject: 'first', date: new Date(Date.UTC(2024, 0, 1)) }) },
        {
          raw: buildMessage({
            subject: 'Zweite Grüße',
            text: 'plain <b>text</b>',
            html: '<p onclick="x()">html</p><script>alert(1)</script>',
            date: new Date(Date.UTC(2024, 0, 2)),
            attachments: [{ filename: 'größe.txt', contentType: 'text/plain', content: 'file' }],
          }),
        },
      ],
    });
    root = await mkdtemp(join(tmpdir(), 'posthorn-serve-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
    await writeFile(join(root, '.env'), 'AUTH_PROVIDER=single-imap-user\nPORT=0\nAPP_AUTH_PATH=sign/in\n');
    await writeFile(
      join(root, 'app/config/imapserver.js'),
      `export default [{
        id: 'example', inbox_type: 'IMAP', inbox_address: '127.0.0.1', inbox_port: ${recorder.port}, inbox_ssl: false,
        outbox_address: '127.0.0.1', outbox_port: 25, outbox_secure: 'starttls',
        match: ['/@example\\\\.org$/i'], root: ['INBOX'],
      }];`,
    );
    server = await startPosthornProcess(['serve', '--root', root], { cwd: tmpdir() });
  });
  after(async () => {
    await server.stop();
    recorder.close();
    await dovecot.stop();
    await rm(root, { recursive: true });
  });

  const request = (
    path: string,
    { password = PASSWORD, ...init }: RequestInit & { password?: string } = {},
  ) =>
    fetch(`${server.address}${path}`, {
      ...init,
      headers: { authorization: `Basic ${btoa(`${USER}:${password}`)}`, ...init.headers },
    });
  const get = async <Answer = V0List>(path: string, password?: string) => {
    const response = await request(`/rest-api-email/v0/MailAccounts${path}`, password ? { password } : {});
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  };

  it('signs in by the auth service and echoes what the client needs', async () => {
    const signIn = (password: string) =>
      fetch(`${server.address}/sign/in/auth`, {
        method: 'POST',
        body: new URLSearchParams({ username: USER, password }),
      });

    const accepted = await signIn(PASSWORD);
    const refused = await signIn('wrong');

    assert.deepEqual(
      [accepted.status, await accepted.json()],
      [200, { success: true, data: { username: USER, password: PASSWORD } }],
    );
    assert.deepEqual([refused.status, await refused.json()], [401, UNAUTHORIZED]);
  });

  it('shows the account without its passwords', async () => {
    const { status, body } = await get('');

    assert.equal(status, 200);
    assert.equal(body.data[0]?.id, 'example');
    assert.deepEqual([body.data[0]?.root, body.data[0]?.subscriptions], [['INBOX'], ['INBOX']]);
    assert.ok(!JSON.stringify(body).includes(PASSWORD));
  });

  it('lifts the folders below the root', async () => {
    const { body } = await get('/example/MailFolders');

    const names = body.data.map(({ name, folderType }) => `${name} ${folderType}`);
    assert.deepEqual(names, [
      'INBOX INBOX',
      'Drafts DRAFT',
      'Junk JUNK',
      'Sent SENT',
      'Trash TRASH',
      'Archive FOLDER',
    ]);
  });

  it('lists, reads and downloads a message', async () => {
    const { body: list } = await get('/example/MailFolders/INBOX/MessageItems?start=0&limit=10');
    const { body: text } = await get<V0Answer>('/example/MailFolders/INBOX/MessageItems/2/MessageBody');
    const { body: files } = await get('/example/MailFolders/INBOX/MessageItems/2/Attachments');
    const file = await request(
      `/rest-api-email/v0/MailAccounts/example/MailFolders/INBOX/MessageItems/2/Attachments/${files.data[0]?.id}`,
    );

    assert.deepEqual(
      list.data.map(({ subject }) => subject),
      ['Zweite Grüße', 'first'],
    );
    assert.equal(list.total, 2);
    assert.deepEqual([text.data.textPlain, text.data.textHtml], ['plain <b>text</b>', '<p>html</p>']);
    assert.deepEqual([files.data[0]?.text, files.data[0]?.size], ['größe.txt', 4]);
    assert.equal(await file.text(), 'file');
    assert.match(
      file.headers.get('content-disposition') ?? '',
      /^attachment; .*filename\*=UTF-8''gr%C3%B6%C3%9Fe\.txt/,
    );
  });

  it('answers alike to no, wrong and foreign credentials, and asks for no login box', async () => {
    const wrong = await get('', 'wrong');
    const foreign = await get('/other/MailFolders');
    const none = await fetch(`${server.address}/rest-api-email/v0/MailAccounts`);

    assert.deepEqual([wrong.status, wrong.body], [401, UNAUTHORIZED]);
    assert.deepEqual([foreign.status, foreign.body], [401, UNAUTHORIZED]);
    assert.deepEqual([none.status, await none.json()], [401, UNAUTHORIZED]);
    assert.equal(none.headers.get('www-authenticate'), null);
  });

  describe('takes for a message id only a uid, and sends nothing to the mail server for', () => {
    for (const id of ['1:*', '*', '1,2', '0', '4294967296', '01', '1%0d%0aX', '+1', '１']) {
      it(id, async () => {
        await get('/example/MailFolders');
        recorder.clear();

        const { status } = await get(`/example/MailFolders/INBOX/MessageItems/${encodeURI(id)}`);

        assert.equal(status, 404);
        assert.deepEqual(recorder.commands(), []);
      });
    }
  });

  it('knows unknown messages and folders', async () => {
    const message = await get('/example/MailFolders/INBOX/MessageItems/4711');
    const folder = await get('/example/MailFolders/INBOX.Nowhere/MessageItems?start=0&limit=1');

    assert.deepEqual([message.status, message.body.success], [404, false]);
    assert.deepEqual([folder.status, folder.body.success], [404, false]);
  });

  it('gives every answer a request id and keeps it out of caches', async () => {
    const { headers } = await get('/example/MailFolders');

    assert.match(headers.get('x-request-id') ?? '', /.{8,}/);
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('is live, and ready', async () => {
    const health = await fetch(`${server.address}/health`);
    const ready = await fetch(`${server.address}/health/ready`);

    assert.deepEqual([health.status, ready.status], [200, 200]);
  });

  it('keeps the password out of its log', () => {
    assert.ok(!server.output().includes(PASSWORD));
    assert.ok(!server.output().includes(btoa(`${USER}:${PASSWORD}`)));
  });
});

describe('posthorn', () => {
  it('lists its commands', async () => {
    const { code, output } = await runPosthorn(['list']);

    assert.equal(code, 0);
    assert.match(output, /serve .*\n.*check .*\n.*demo /);
  });

  it('says all that is wrong with a configuration and ends with code 2', async () => {
    const root = await mkdtemp(join(tmpdir(), 'posthorn-broken-'));
    await writeFile(join(root, '.env'), 'PORT=many\nAUTH_PROVIDER=magic\n');

    const { code, output } = await runPosthorn(['serve', '--root', root]);

    assert.equal(code, 2);
    assert.match(output, /PORT/);
    assert.match(output, /AUTH_PROVIDER/);
  });

  it('ends with code 2 for a command that it does not know', async () => {
    const { code } = await runPosthorn(['dance']);

    assert.equal(code, 2);
  });
});
