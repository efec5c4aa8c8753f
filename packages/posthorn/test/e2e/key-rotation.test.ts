/** The keys of the store are replaced while two servers at one PostgreSQL, each with a key file of its own, answer requests. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from 'posthorn-sandbox';
import { renderNewKey } from '../../src/config/secrets-keys.ts';
import { postgresIsMissing, startPostgres } from '../support/postgres.ts';
import { documentOf, KEY_FILE, passwordAccount, type StoreNode, startStoreNode } from './store-node.ts';

/** More than the rows of one batch. */
const ACCOUNTS = 130;
const CLIENTS = 4;
const PASSWORD = 'a-password';
const USERS = Array.from({ length: 10 }, (_, index) => `user${index}@example.org`);

async function startScene(t: TestContext) {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const databaseUrl = await postgres.createDatabase();
  const sandbox = await startSandbox({ users: USERS.map((name) => ({ name, password: PASSWORD })) });
  t.after(() => sandbox.close());
  const { imapPort } = sandbox;
  // Clients store logins of ten users without a trial.
  const settings = { APP_FAILED_SIGN_INS_PER_MINUTE: '100000' };
  const options = { databaseUrl, imapPort, keys: renderNewKey('old'), settings };
  const nodes = [await startStoreNode(t, options), await startStoreNode(t, options)] as const;
  const key = (await nodes[0].run('keys:create', '--name', 'all', '--scopes', 'mail.read,accounts')).trim();
  const account = (index: number) =>
    passwordAccount(USERS[index % USERS.length] ?? '', { imapPort, password: PASSWORD });
  const connect = async (index: number) => {
    const body = documentOf('MailAccount', account(index), `a${index}`);
    const answer = await nodes[index % 2 === 0 ? 0 : 1].ask(key, '/MailAccounts?verify=false', {
      method: 'POST',
      body,
    });
    assert.equal(answer.status, 201, await answer.text());
  };
  await Promise.all(Array.from({ length: ACCOUNTS }, (_, index) => connect(index)));
  return { options, nodes, key, account };
}

type Scene = Awaited<ReturnType<typeof startScene>>;

/** Clients that read accounts, connect others, and change logins, at both servers; `stop` gives all answers that are no success. */
function startClients({ nodes, key, account }: Scene) {
  const problems: string[] = [];
  let count = 0;
  let isStopped = false;
  const ask = async (node: StoreNode, path: string, init?: RequestInit) => {
    const answer = await node.ask(key, path, init);
    count += 1;
    const text = await answer.text();
    if (!answer.ok) problems.push(`${init?.method ?? 'GET'} ${path}: ${answer.status} ${text}`);
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = client; !isStopped; turn += CLIENTS) {
      const [one, other] = turn % 2 === 0 ? nodes : [nodes[1], nodes[0]];
      const id = `a${turn % ACCOUNTS}`;
      const body = documentOf('MailAccount', { login: (account(turn) as { login: object }).login }, id);
      const fresh = documentOf('MailAccount', account(turn), `n${turn}`);
      const post = { method: 'POST', body: fresh, headers: { 'idempotency-key': `n${turn}` } };
      await ask(one, `/MailAccounts/${id}/MailFolders`);
      await ask(one, `/MailAccounts/${id}?verify=false`, { method: 'PATCH', body });
      await ask(other, `/MailAccounts/${id}/MailFolders`);
      await ask(one, '/MailAccounts?verify=false', post);
      // The answer that is repeated was sealed by the other server.
      await ask(other, '/MailAccounts?verify=false', post);
      await ask(other, `/MailAccounts/n${turn}/MailFolders`);
    }
  });
  return {
    count: () => count,
    async stop() {
      isStopped = true;
      await Promise.all(clients);
      return problems;
    },
  };
}

describe('secrets:rotate with two servers at one PostgreSQL', { skip: postgresIsMissing }, () => {
  it('fails no request, seals every row anew, and the old key can go', async (t) => {
    const scene = await startScene(t);
    const [first, second] = scene.nodes;
    const clients = startClients(scene);
    await wait(1_000);
    await first.run('secrets:create', '--name', 'new');
    const both = (await first.root.read(KEY_FILE)) ?? '';
    await second.root.write(KEY_FILE, both);
    await first.reload();
    // For some time, only one of them seals with the new key.
    await wait(2_000);
    await second.reload();
    const rotated = JSON.parse(await first.run('secrets:rotate', '--json'));
    const checked = JSON.parse(await second.run('secrets:check', '--json'));
    const [onlyNew = ''] = both.split('\n');
    for (const node of scene.nodes) {
      await node.root.write(KEY_FILE, `${onlyNew}\n`);
      await node.reload();
    }
    await wait(2_000);
    const problems = await clients.stop();
    const later = await startStoreNode(t, { ...scene.options, keys: `${onlyNew}\n` });
    const read = await later.ask(scene.key, '/MailAccounts/a0/MailFolders');

    assert.deepEqual(problems, []);
    assert.ok(clients.count() > 100, `${clients.count()} requests`);
    assert.ok(rotated.rotated > ACCOUNTS / 4, `${rotated.rotated} rows`);
    assert.deepEqual([rotated.retired, Object.keys(checked.sealedBy)], [['old'], ['new']]);
    assert.equal(checked.unreadable, 0);
    assert.equal(read.status, 200);
    assert.doesNotMatch(first.server.output() + second.server.output(), /"level":(?:50|60)|stay in force/);
  });
});
