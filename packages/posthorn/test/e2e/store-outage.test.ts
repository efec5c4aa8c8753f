/** PostgreSQL is away or hangs for a while: people with logins of their own do not notice, programs with keys are asked to come back. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from 'posthorn-sandbox';
import { renderNewKey } from '../../src/config/secrets-keys.ts';
import { buildMessage } from '../support/message-samples.ts';
import { postgresIsMissing, startPgBouncer, startPostgres } from '../support/postgres.ts';
import { documentOf, passwordAccount, startStoreNode } from './store-node.ts';

const PASSWORD = 'a-password';
const AWAY_MS = 12_000;
const ANSWER_MS = 2_000;
const RECOVERY_MS = 10_000;
/** The limit of a statement, after which all know that nothing is answered. */
const STATEMENT_MS = 15_000;
const HANGING_MS = 20_000;
const LEAST_TURNS = 3;
/** Rows of keys and accounts in memory. */
const KNOWN_MS = 2_000;
const USERS = Array.from({ length: 40 }, (_, index) => `user${index}@example.org`);
const INBOX = '/MailAccounts/example/MailFolders/INBOX/MessageItems';

async function startScene(t: TestContext, { isPooled }: { readonly isPooled: boolean }) {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const pooler = isPooled ? await startPgBouncer(postgres) : null;
  t.after(() => pooler?.stop());
  const sandbox = await startSandbox({ users: USERS.map((name) => ({ name, password: PASSWORD })) });
  t.after(() => sandbox.close());
  for (const user of USERS) sandbox.user(user).deliver(buildMessage({ subject: 'Hello' }));
  const { imapPort } = sandbox;
  const direct = await postgres.createDatabase();
  const databaseUrl = pooler?.addressOf(direct) ?? direct;
  const node = await startStoreNode(t, { databaseUrl, imapPort, keys: renderNewKey('one') });
  const key = (await node.run('keys:create', '--name', 'all', '--scopes', 'mail.read,accounts')).trim();
  const body = documentOf(
    'MailAccount',
    passwordAccount(USERS[0] ?? '', { imapPort, password: PASSWORD }),
    'a',
  );
  const connected = await node.ask(key, '/MailAccounts', { method: 'POST', body });
  assert.equal(connected.status, 201, await connected.text());
  /** A request of a person. */
  const own = async (user: string, path: string, init: RequestInit = {}, password = PASSWORD) => {
    const authorization = `Basic ${btoa(`${user}:${password}`)}`;
    const answer = await node.ask('', path, { ...init, headers: { ...init.headers, authorization } });
    return { status: answer.status, text: await answer.text() };
  };
  const byKey = async (path: string, init?: RequestInit) => {
    const startedAt = performance.now();
    const answer = await node.ask(key, path, init);
    await answer.arrayBuffer();
    const { status, headers } = answer;
    return { status, retryAfter: Number(headers.get('retry-after')), ms: performance.now() - startedAt };
  };
  return { postgres, node, own, byKey };
}

type Scene = Awaited<ReturnType<typeof startScene>>;

/** Reads, changes and new drafts of a person; the statuses. */
async function useMailbox({ own }: Scene, user: string): Promise<readonly number[]> {
  const list = await own(user, INBOX);
  const [first] = list.status === 200 ? JSON.parse(list.text).data : [];
  const flagged = documentOf('MessageItem', { flagged: true }, first?.id);
  const draft = documentOf('MessageItem', { subject: 'Draft', to: [] });
  const statuses = [list.status];
  statuses.push((await own(user, `/MessageItems/${first?.id}`, { method: 'PATCH', body: flagged })).status);
  statuses.push((await own(user, INBOX.replace('INBOX', 'Drafts'), { method: 'POST', body: draft })).status);
  statuses.push((await own(user, `/MessageItems/${first?.id}/MessageBody`)).status);
  return statuses;
}

/** What happened while the work of `during` was repeated. */
async function useWhileAway(scene: Scene, endsAt: number) {
  const people: { readonly statuses: readonly number[]; readonly ms: number }[] = [];
  const programs: Awaited<ReturnType<Scene['byKey']>>[] = [];
  for (let turn = 0; performance.now() < endsAt || turn < LEAST_TURNS; turn += 1) {
    // The first one is signed in, each other one signs in now.
    for (const user of [USERS[0], USERS[1 + (turn % (USERS.length - 1))]]) {
      const startedAt = performance.now();
      people.push({ statuses: await useMailbox(scene, user ?? ''), ms: performance.now() - startedAt });
    }
    programs.push(
      ...(await Promise.all(
        ['/MailAccounts', '/MailAccounts/a/MailFolders', '/ApiKeys'].map((path) => scene.byKey(path)),
      )),
    );
  }
  return { people, programs };
}

async function untilRecovered({ byKey }: Scene): Promise<void> {
  const resumedAt = performance.now();
  while ((await byKey('/MailAccounts/a/MailFolders')).status !== 200) {
    assert.ok(performance.now() - resumedAt < RECOVERY_MS, 'not recovered');
    await wait(100);
  }
}

describe('PostgreSQL is away', { skip: postgresIsMissing }, () => {
  it('serves people, answers keys with 503 within two seconds, and recovers by itself', async (t) => {
    const scene = await startScene(t, { isPooled: false });
    const { postgres, node, own } = scene;
    await useMailbox(scene, USERS[0] ?? '');
    await postgres.halt();
    const endsAt = performance.now() + AWAY_MS;
    await wait(KNOWN_MS);
    const { people, programs } = await useWhileAway(scene, endsAt);
    const wrong = await own(USERS[39] ?? '', INBOX, {}, 'wrong');
    const ready = await fetch(`${node.server.address}/health/ready`);
    await postgres.resume();
    await untilRecovered(scene);

    assert.deepEqual([...new Set(people.map(({ statuses }) => String(statuses)))], ['200,200,201,200']);
    assert.deepEqual([...new Set(programs.map(({ status }) => status))], [503]);
    assert.ok(programs.every(({ retryAfter }) => retryAfter > 0));
    const longest = Math.max(...programs.map(({ ms }) => ms));
    assert.ok(longest < ANSWER_MS, `${longest} ms`);
    assert.ok(people.length >= 4 && programs.length >= 6);
    assert.deepEqual([wrong.status, ready.status], [401, 200]);
  });

  for (const isPooled of [false, true]) {
    const where = isPooled ? ' behind PgBouncer' : '';
    it(`serves people while it hangs${where}, delays the first by one statement, and recovers by itself`, async (t) => {
      const scene = await startScene(t, { isPooled });
      const { postgres, node } = scene;
      await useMailbox(scene, USERS[0] ?? '');
      await wait(KNOWN_MS);
      await postgres.freeze();
      const { people, programs } = await useWhileAway(scene, performance.now() + HANGING_MS);
      const ready = await fetch(`${node.server.address}/health/ready`);
      await postgres.thaw();
      await untilRecovered(scene);

      assert.deepEqual([...new Set(people.map(({ statuses }) => String(statuses)))], ['200,200,201,200']);
      assert.deepEqual([...new Set(programs.map(({ status }) => status))], [503]);
      assert.ok(programs.every(({ retryAfter }) => retryAfter > 0));
      const delayed = [...people, ...programs].filter(({ ms }) => ms > STATEMENT_MS / 2);
      assert.ok(delayed.length <= 2, `${delayed.length} waited for a statement`);
      assert.ok(people.length >= 4 && programs.length >= 6);
      assert.equal(ready.status, 200);
    });
  }
});
