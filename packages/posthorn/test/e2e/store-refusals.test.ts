/** A PostgreSQL that answers, and refuses: the server goes on, programs with keys are asked to come back, and it recovers by itself. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from 'posthorn-sandbox';
import { renderNewKey } from '../../src/config/secrets-keys.ts';
import { findFreePort } from '../support/free-port.ts';
import { buildMessage } from '../support/message-samples.ts';
import { postgresIsMissing, startPostgres } from '../support/postgres.ts';
import { documentOf, passwordAccount, startStoreNode } from './store-node.ts';

const USER = { name: 'jane@example.org', password: 'a-password' };
/** Looks at accounts, beats, webhooks and retries come within. */
const REFUSING_MS = 6_000;
/** Rows of keys and accounts in memory. */
const KNOWN_MS = 2_000;
const RECOVERY_MS = 30_000;

async function startScene(t: TestContext, flags: readonly string[] = []) {
  // Workers that begin anew listen there again.
  const settings = { PORT: String(await findFreePort()) };
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const sandbox = await startSandbox({ users: [USER] });
  t.after(() => sandbox.close());
  const admin = await postgres.createDatabase();
  await postgres.query(admin, 'create role app login');
  await postgres.query(admin, 'create database app owner app');
  const databaseUrl = `postgres://app@127.0.0.1:${postgres.port}/app`;
  const { imapPort } = sandbox;
  const node = await startStoreNode(t, { databaseUrl, imapPort, keys: renderNewKey('one'), flags, settings });
  const key = (
    await node.run('keys:create', '--name', 'all', '--scopes', 'mail.read,mail.write,accounts')
  ).trim();
  const body = documentOf(
    'MailAccount',
    passwordAccount(USER.name, { imapPort, password: USER.password }),
    'a',
  );
  const connected = await node.ask(key, '/MailAccounts', { method: 'POST', body });
  assert.equal(connected.status, 201, await connected.text());
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await node.ask(key, path, init);
    return { status: answer.status, text: await answer.text() };
  };
  const untilServed = async () => {
    const startedAt = performance.now();
    // A worker that begins has no listener yet.
    while ((await ask('/MailAccounts').catch(() => null))?.status !== 200) {
      assert.ok(
        performance.now() - startedAt < RECOVERY_MS,
        `not recovered: ${node.server.output().slice(-3_000)}`,
      );
      await wait(100);
    }
  };
  return {
    ...{ postgres, node, ask, untilServed },
    admin: (text: string) => postgres.query(admin, text),
    deliver: (subject: string) => sandbox.user(USER.name).deliver(buildMessage({ subject })),
    endConnections: () =>
      postgres.query(admin, "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'app'"),
    async created() {
      const { text } = await ask('/Events?filter[kind]=message.created&page[limit]=100');
      return JSON.parse(text).data.length as number;
    },
  };
}

describe('PostgreSQL refuses', { skip: postgresIsMissing }, () => {
  const REFUSALS = [
    {
      what: 'writes, as a primary does that has become a standby',
      begin: 'alter database app set default_transaction_read_only = on',
      end: 'alter database app reset default_transaction_read_only',
      reads: 200,
    },
    {
      what: 'the login, as while a password is replaced',
      begin: 'alter role app nologin',
      end: 'alter role app login',
      reads: 503,
    },
    {
      what: 'the database, as while it is replaced',
      begin: 'alter database app allow_connections false',
      end: 'alter database app allow_connections true',
      reads: 503,
    },
  ];
  for (const { what, begin, end, reads } of REFUSALS) {
    for (const flags of reads === 200 ? [[], ['--workers', '2']] : [[]]) {
      it(`${[what, ...flags].join(' ')}: the process lives, and no event is lost`, async (t) => {
        const { node, admin, endConnections, deliver, ask, untilServed, created } = await startScene(
          t,
          flags,
        );
        await untilServed();
        await admin(begin);
        await endConnections();
        deliver('during');
        await wait(KNOWN_MS);
        const during = await ask('/MailAccounts');
        await wait(REFUSING_MS);
        process.kill(node.server.pid, 0);
        await admin(end);
        await endConnections();
        await untilServed();
        deliver('after');

        const deadline = performance.now() + RECOVERY_MS;
        while ((await created()) < 2 && performance.now() < deadline) await wait(100);
        assert.deepEqual([during.status, await created()], [reads, 2]);
        assert.doesNotMatch(node.server.output(), /a worker process has ended/);
      });
    }
  }

  it('nothing, but is away when a worker is killed: the others go on', async (t) => {
    const { postgres, node, ask, deliver, untilServed } = await startScene(t, ['--workers', '2']);
    deliver('first');
    const { text } = await ask('/MailAccounts/a/MailFolders/INBOX/MessageItems');
    const [{ id }] = JSON.parse(text).data;
    const flagged = { method: 'PATCH', body: documentOf('MessageItem', { flagged: true }, id) };
    assert.equal((await ask(`/MessageItems/${id}`, flagged)).status, 200);
    await postgres.halt();
    const children = await readFile(`/proc/${node.server.pid}/task/${node.server.pid}/children`, 'utf8');
    const workers = children
      .split(' ')
      .map(Number)
      .filter((pid) => pid > 0);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    await wait(REFUSING_MS);
    process.kill(node.server.pid, 0);
    await postgres.resume();

    await untilServed();
  });
});
