/** Keys and connected accounts with `--workers 2` at one database file: each connection comes to the next worker, and clients cannot tell. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from 'posthorn-sandbox';
import { renderNewKey } from '../../src/config/secrets-keys.ts';
import { buildMessage } from '../support/message-samples.ts';
import { documentOf, passwordAccount, startStoreNode } from './store-node.ts';

const USER = { name: 'ann@example.org', password: 'a-password' };
const WORKERS = 2;
/** Enough for each worker to get some. */
const CONNECTIONS = 3 * WORKERS;
const CHANGE_MS = 5_000;
const LIST = '/MailAccounts/ann/MailFolders/INBOX/MessageItems';

async function startScene(t: TestContext) {
  const sandbox = await startSandbox({ users: [USER] });
  t.after(() => sandbox.close());
  sandbox.user(USER.name).deliver(buildMessage({ subject: 'Hello' }));
  const { imapPort } = sandbox;
  const flags = ['--workers', String(WORKERS)];
  const node = await startStoreNode(t, {
    ...{ databaseUrl: 'file:p.db', imapPort, keys: renderNewKey('one'), flags },
  });
  await node.untilOutput('all worker processes serve');
  const scopes = 'mail.read,mail.write,accounts,keys';
  const admin = (await node.run('keys:create', '--name', 'admin', '--scopes', scopes)).trim();
  const ask = async (key: string, path: string, init?: RequestInit) => {
    const answer = await node.ask(key, path, init);
    const text = await answer.text();
    return { status: answer.status, document: text === '' ? null : JSON.parse(text) };
  };
  /** The statuses at all workers, each once. */
  const everywhere = async (key: string, path: string) => {
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(key, path)));
    return [...new Set(answers.map(({ status }) => status))];
  };
  /** Waits until all workers answer so. */
  const until = async (status: number, key: string, path: string) => {
    const deadline = performance.now() + CHANGE_MS;
    while (String(await everywhere(key, path)) !== String(status)) {
      assert.ok(performance.now() < deadline, `not ${status} within ${CHANGE_MS} ms: ${path}`);
      await wait(100);
    }
  };
  const account = passwordAccount(USER.name, { imapPort, password: USER.password });
  const post = (type: string, attributes: object, id?: string) =>
    ask(admin, type === 'ApiKey' ? '/ApiKeys' : '/MailAccounts', {
      ...{ method: 'POST', body: documentOf(type, attributes, id) },
    });
  return { sandbox, admin, ask, everywhere, until, account, post };
}

describe('posthorn serve --workers 2 with a store', () => {
  it('knows a key at every worker once it is made, and refuses it at every worker once it is revoked', async (t) => {
    const { admin, ask, everywhere, until, post } = await startScene(t);

    const made = await post('ApiKey', { name: 'made', scopes: ['mail.read'] });
    const key = made.document.meta.secret;
    const atOnce = await everywhere(key, '/MailAccounts');
    const revoked = await ask(admin, `/ApiKeys/${made.document.data.id}`, { method: 'DELETE' });

    assert.deepEqual([made.status, atOnce, revoked.status], [201, [200], 204]);
    await until(401, key, '/MailAccounts');
  });

  it('serves an account by one of them, which signs in once, and changes it at all', async (t) => {
    const { sandbox, admin, ask, everywhere, until, account, post } = await startScene(t);

    const made = await post('MailAccount', account, 'ann');
    const triedForProof = sandbox.counters.loginsTried;
    const read = await everywhere(admin, LIST);
    const tried = sandbox.counters.loginsTried - triedForProof;
    const twice = await post('MailAccount', account, 'ann');
    const off = await ask(admin, '/MailAccounts/ann', {
      ...{ method: 'PATCH', body: documentOf('MailAccount', { enabled: false }, 'ann') },
    });
    await until(409, admin, LIST);
    const removed = await ask(admin, '/MailAccounts/ann', { method: 'DELETE' });

    assert.deepEqual(
      [made.status, read, twice.status, off.status, removed.status],
      [201, [200], 409, 200, 204],
    );
    assert.ok(tried <= 1, `${tried} sign-ins`);
    await until(404, admin, LIST);
  });
});
