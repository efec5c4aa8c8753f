/** A server watches the accounts that are connected at it, for as long as they are. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, type SandboxOptions, startSandbox } from 'posthorn-sandbox';
import type { MailEvent } from '../../../src/domain/events/mail-event.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  type ConnectedServerOptions,
  startConnectedServer,
} from '../connected/connected-server.ts';
import { eventually } from './watch-scene.ts';

const JANE = { name: 'jane@example.org', password: 'secret' };
const RAW = (id: string) => `From: a@example.org\r\nMessage-ID: <${id}@test>\r\n\r\nText.\r\n`;
const IDLE_ONLY = { capabilities: { without: ['NOTIFY'] as const } };

interface Scene {
  readonly sandbox: Sandbox;
  readonly server: ConnectedServer;
  connect(): Promise<void>;
  /** Events as `kind uid`. */
  events(): Promise<readonly string[]>;
  all(): Promise<readonly MailEvent[]>;
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into
  account(): Promise<any>;
}

async function begin(
  t: TestContext,
  {
    sandbox: sandboxOptions,
    ...options
  }: ConnectedServerOptions & { readonly sandbox?: Partial<SandboxOptions> } = {},
): Promise<Scene> {
  const sandbox = await startSandbox({ users: [JANE], ...sandboxOptions });
  const server = await startConnectedServer({ servers: [{ imapPort: sandbox.imapPort }], ...options });
  t.after(async () => {
    sandbox.faults.clear();
    await server.close();
    await sandbox.close();
  });
  const all = async () =>
    (await server.store.store.events.list({ filter: {}, after: 0, limit: 1_000 })).map(({ event }) => event);
  return {
    ...{ sandbox, server, all },
    async connect() {
      const document = accountDocument(accountAt(sandbox, JANE), 'jane');
      const { status } = await server.ask({ method: 'POST', url: '/MailAccounts', document });
      assert.equal(status, 201);
    },
    events: async () =>
      (await all()).map(({ kind, message }) => [kind, message?.uid].filter(Boolean).join(' ')),
    account: async () => (await server.ask({ url: '/MailAccounts/jane' })).body.data?.attributes,
  };
}

async function untilWatched({ account }: Scene, mode = 'notify'): Promise<void> {
  await eventually(async () => assert.equal((await account()).watch.mode, mode));
}

describe('A server with a store', () => {
  it('watches an account from its 201 on, and says so', async (t) => {
    const scene = await begin(t);
    const { sandbox, server } = scene;
    await server.posthorn.listen();
    sandbox.user(JANE.name).deliver(RAW('old'));
    await scene.connect();
    const [uid, before] = [sandbox.user(JANE.name).deliver(RAW('new')), Date.now()];

    await eventually(async () =>
      assert.deepEqual(await scene.events(), ['account.connected', `message.created ${uid}`]),
    );

    await untilWatched(scene);
    const [, created] = await scene.all();
    assert.deepEqual([created?.data, created?.message?.mailbox], [{ messageId: 'new@test' }, 'INBOX']);
    assert.ok(Date.parse((await scene.account()).watch.lastProofAt) >= before - 5_000);
  });

  it('counts mail as new that comes after the 201 and before a watcher has begun', async (t) => {
    const scene = await begin(t);
    scene.sandbox.user(JANE.name).deliver(RAW('old'));
    await scene.connect();
    const uid = scene.sandbox.user(JANE.name).deliver(RAW('new'));

    await scene.server.posthorn.listen();

    await eventually(async () =>
      assert.deepEqual(await scene.events(), ['account.connected', `message.created ${uid}`]),
    );
  });

  it('keeps the version of an account that it watches', async (t) => {
    const scene = await begin(t);
    await scene.server.posthorn.listen();
    await scene.connect();
    const { headers } = await scene.server.ask({ url: '/MailAccounts/jane' });
    await untilWatched(scene);

    const { status } = await scene.server.ask({
      method: 'PATCH',
      url: '/MailAccounts/jane',
      headers: { 'if-match': String(headers.etag) },
      document: accountDocument({ name: 'Other' }, 'jane'),
    });

    assert.equal(status, 200);
    assert.equal((await scene.account()).watch.mode, 'notify');
  });

  it('leaves a disabled account alone, and then finds what has happened', async (t) => {
    const scene = await begin(t);
    const { sandbox, server } = scene;
    await server.posthorn.listen();
    await scene.connect();
    await untilWatched(scene);
    const enable = (enabled: boolean) =>
      server.ask({
        method: 'PATCH',
        url: '/MailAccounts/jane',
        document: accountDocument({ enabled }, 'jane'),
      });

    await enable(false);
    await untilWatched(scene, 'none');
    const uid = sandbox.user(JANE.name).deliver(RAW('meanwhile'));
    await wait(300);
    const before = await scene.events();
    await enable(true);

    await eventually(async () =>
      assert.equal((await scene.events()).includes(`message.created ${uid}`), true),
    );
    assert.deepEqual(before, ['account.connected']);
  });

  it('stops when the login is refused twice, and begins with a new one', { timeout: 60_000 }, async (t) => {
    const scene = await begin(t, { sandbox: IDLE_ONLY });
    const { sandbox, server } = scene;
    await server.posthorn.listen();
    const attributes = accountAt(sandbox, { ...JANE, password: 'old' });
    await server.ask({
      ...{ method: 'POST', url: '/MailAccounts?verify=false' },
      document: accountDocument(attributes, 'jane'),
    });
    await eventually(async () => assert.equal(sandbox.counters.loginsTried, 1));
    // A request is the second to try.
    await eventually(async () => {
      await server.ask({ url: '/MailAccounts/jane/MailFolders' });
      assert.equal((await scene.account()).state, 'reauthentication-needed');
    });
    const { loginsTried } = sandbox.counters;
    await wait(300);
    assert.equal(sandbox.counters.loginsTried, loginsTried);
    const { login } = accountAt(sandbox, JANE);
    const change = { method: 'PATCH', url: '/MailAccounts/jane' } as const;
    await server.ask({ ...change, document: accountDocument({ login }, 'jane') });
    await untilWatched(scene, 'idle');
    sandbox.user(JANE.name).deliver(RAW('first'));

    await eventually(async () =>
      assert.deepEqual(await scene.events(), [
        'account.reauthentication-needed',
        'account.recovered',
        'message.created 1',
      ]),
    );
  });

  it('notes that a mail server is away, and that it has come back', { timeout: 60_000 }, async (t) => {
    const scene = await begin(t, { sandbox: IDLE_ONLY });
    await scene.server.posthorn.listen();
    await scene.connect();
    await untilWatched(scene, 'idle');

    const heal = scene.sandbox.faults.add({ kind: 'drop', at: 'before-greeting' });
    scene.sandbox.faults.add({ kind: 'drop', at: 'notification', nth: 1 });
    scene.sandbox.user(JANE.name).deliver(RAW('away'));
    await eventually(async () => assert.equal((await scene.account()).state, 'unreachable'));
    heal();

    await eventually(async () => assert.equal((await scene.account()).state, 'ok'), 40_000);
    await eventually(async () =>
      assert.deepEqual(await scene.events(), [
        'account.connected',
        'account.unreachable',
        'account.recovered',
        'message.created 1',
      ]),
    );
  });

  it('ends with the account, whose events go', async (t) => {
    const scene = await begin(t);
    const { sandbox, server } = scene;
    await server.posthorn.listen();
    await scene.connect();
    await untilWatched(scene);
    sandbox.user(JANE.name).deliver(RAW('one'));
    await eventually(async () => assert.equal((await scene.events()).includes('message.created 1'), true));

    const { status } = await server.ask({ method: 'DELETE', url: '/MailAccounts/jane' });
    sandbox.user(JANE.name).deliver(RAW('two'));
    await wait(300);

    assert.equal(status, 204);
    assert.deepEqual(await scene.events(), ['account.removed']);
    assert.equal(server.posthorn.services.accountWatchers?.count, 0);
  });

  it('watches nothing with APP_WATCH=false', async (t) => {
    const scene = await begin(t, { settings: { APP_WATCH: 'false' } });
    await scene.server.posthorn.listen();
    await scene.connect();
    scene.sandbox.user(JANE.name).deliver(RAW('one'));
    await wait(300);

    assert.deepEqual(await scene.events(), ['account.connected']);
    assert.equal((await scene.account()).watch.mode, 'none');
  });
});
