/** One mailbox under many spellings of its name, at a mail server that ignores case: it has the limits of one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createFileSpool } from '../../src/adapters/spool/file-spool.ts';
import { createPosthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { exchange } from '../support/exchange.ts';

const PASSWORD = 'secret';
const SPELLINGS = ['alice@example.org', 'Alice@example.org', 'aLICE@Example.ORG', 'ALICE@EXAMPLE.ORG'];
const ROUNDS = 12;
const HOST = '127.0.0.1';

let dovecot: Dovecot;
let sandbox: Sandbox;
before(async () => {
  dovecot = await startDovecot({
    users: ['alice@example.org', 'bob@example.org'].map((name) => ({ name, password: PASSWORD })),
  });
  sandbox = await startSandbox({
    users: [...SPELLINGS, 'bob@example.org'].map((name) => ({ name, password: PASSWORD })),
    smtp: true,
  });
});
after(async () => {
  await sandbox.close();
  await dovecot.stop();
});

async function serve(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const given = { LOG_LEVEL: 'silent', PORT: '0', AUTH_PROVIDER: 'single-imap-user', ...settings };
  const posthorn = createPosthorn(
    {
      settings: readSettings(given),
      mailServers: [
        {
          id: 'work' as MailAccountId,
          inbox: { type: 'IMAP', host: HOST, port: dovecot.port, isTls: false },
          outbox: { host: HOST, port: sandbox.smtpPort ?? 0, security: 'none' },
          patterns: [{ source: 'all', matches: () => true }],
          roots: [],
        },
      ],
      extraRoots: [],
    },
    { contentSpool: () => createFileSpool({ maxKeptOctets: 2_000_000, maxOwnedOctets: 600_000 }) },
  );
  t.after(() => posthorn.close());
  const account = `${await posthorn.listen()}/rest-api-email/v1/MailAccounts/work`;
  return { posthorn, account };
}

const loginOf = (user: string, password = PASSWORD) => `Basic ${btoa(`${user}:${password}`)}`;
const agent = new Agent();

describe('One mailbox under many spellings of its name', () => {
  it('sends a draft once that is sent under all of them at once', async (t) => {
    const { account } = await serve(t);
    const drafts = `${account}/MailFolders/Drafts/MessageItems`;
    const headers = {
      authorization: loginOf('alice@example.org'),
      'content-type': 'application/vnd.api+json',
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const attributes = { subject: `round ${round}`, to: [{ name: 'Ann', address: 'ann@example.com' }] };
      const body = JSON.stringify({ data: { type: 'MessageItem', attributes } });
      const created = await fetch(drafts, { method: 'POST', headers, body });
      const draft = created.headers.get('location');

      await Promise.all(
        SPELLINGS.map((user) =>
          fetch(`${draft}/send`, { method: 'POST', headers: { authorization: loginOf(user) } }),
        ),
      );
    }

    const subjects = sandbox.acceptedMail.map(({ raw }) => /^Subject: (.*)\r$/m.exec(String(raw))?.[1]);
    assert.deepEqual(
      subjects.toSorted(),
      Array.from({ length: ROUNDS }, (_, round) => `round ${round}`).toSorted(),
    );
  });

  it('does once what comes with one Idempotency-Key, and shows the answer to the same spelling only', async (t) => {
    const { account } = await serve(t);
    const url = `${account}/MailFolders/Drafts/MessageItems`;
    const body = JSON.stringify({ data: { type: 'MessageItem', attributes: { subject: 'once' } } });
    const post = async (user: string) => {
      const authorization = loginOf(user);
      const headers = { authorization, 'content-type': 'application/vnd.api+json', 'idempotency-key': 'k' };
      return (await exchange({ method: 'POST', url, headers, body }, agent)).status;
    };

    const statuses = [
      await post('alice@example.org'),
      await post('Alice@example.org'),
      await post('alice@example.org'),
    ];

    assert.deepEqual(statuses, [201, 422, 201]);
  });

  it('has one share of the spool', async (t) => {
    const { posthorn, account } = await serve(t);
    const connected = once(posthorn.server.server, 'connection');
    const url = `${account}/MailFolders/Drafts/MessageItems/import`;
    const headers = (user: string) => ({ authorization: loginOf(user), 'content-type': 'message/rfc822' });
    const mail = `Subject: large\r\n\r\n${'x'.repeat(70)}\r\n`.padEnd(300_000, `${'y'.repeat(70)}\r\n`);
    const stalled = request(url, {
      method: 'POST',
      headers: { ...headers('alice@example.org'), 'content-length': String(mail.length * 2) },
    });
    stalled.on('error', () => undefined);
    stalled.write(mail + mail.slice(0, 200_000));
    const [socket]: Socket[] = await connected;
    // In the spool, but for what the connection buffers: else the next message could be the first one there.
    while ((socket?.bytesRead ?? 0) < 500_000) await wait(5);
    const statusOf = async (user: string) =>
      (await exchange({ method: 'POST', url, headers: headers(user), body: mail }, agent)).status;
    const users = ['Alice@Example.org', 'ALICE@example.org', 'bob@example.org'];
    const statuses: number[] = [];
    for (const user of users) statuses.push(await statusOf(user));
    stalled.destroy();

    assert.deepEqual(statuses, [429, 429, 201]);
  });

  it('has one number of wrong passwords', async (t) => {
    const { account } = await serve(t);
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess += 1) {
      const authorization = loginOf(SPELLINGS[guess % SPELLINGS.length] ?? '', `guess ${guess}`);
      statuses.push((await exchange({ url: account, headers: { authorization } }, agent)).status);
    }

    assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(5).fill(429)]);
  });

  it('has one number of event streams', async (t) => {
    const { account } = await serve(t, { APP_EVENT_STREAMS_PER_ACCOUNT: '2' });
    const leaving = new AbortController();
    t.after(() => leaving.abort());
    const statuses: number[] = [];
    for (const user of SPELLINGS) {
      const headers = { authorization: loginOf(user), accept: 'text/event-stream' };
      statuses.push((await fetch(`${account}/events`, { headers, signal: leaving.signal })).status);
    }

    assert.deepEqual(statuses, [200, 200, 503, 503]);
  });

  it('has one number of sessions, which all of them get in turn', async (t) => {
    const { account, posthorn } = await serve(t, { APP_SESSIONS_PER_ACCOUNT: '2' });
    let most = 0;
    const watching = setInterval(() => {
      const { idle, inUse } = posthorn.services.imapSessions.usage;
      most = Math.max(most, idle + inUse);
    }, 1);
    t.after(() => clearInterval(watching));
    const url = `${account}/MailFolders/INBOX/MessageItems?page[limit]=1`;

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const authorization = loginOf(SPELLINGS[index % SPELLINGS.length] ?? '');
        return exchange({ url, headers: { authorization } }, new Agent());
      }),
    );

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const { idle, inUse } = posthorn.services.imapSessions.usage;
    assert.ok(idle + inUse <= 2, `${idle} idle, ${inUse} in use`);
    // A login that is new signs in before it is known whether there is room.
    assert.ok(most <= 2 + SPELLINGS.length, `${most} sessions`);
  });
});
