/** Accounts that several processes could watch, and webhooks that several could deliver: each event once, in order, also after one of them is killed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { renderNewKey } from '../../src/config/secrets-keys.ts';
import { findFreePort } from '../support/free-port.ts';
import { postgresIsMissing, startPostgres } from '../support/postgres.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { documentOf, passwordAccount, type StoreNode, startStoreNode } from './store-node.ts';

const PASSWORD = 'a-password';
const namesOf = (length: number) => Array.from({ length }, (_, index) => `user${index}`);
const FEW = 8;
/** More than one process delivers at a time to one webhook. */
const MANY = 30;
const LIMIT_MS = 90_000;
const ANSWER_MS = 500;

const addressOf = (name: string) => `${name}@example.org`;

interface Told {
  readonly id: string;
  readonly account: string;
}

class Scene {
  readonly sandbox: Sandbox;
  readonly names: readonly string[];
  readonly #node: StoreNode;
  readonly #key: string;
  #delivered = 0;

  private constructor({ sandbox, names }: Mail, { node, key }: { node: StoreNode; key: string }) {
    this.sandbox = sandbox;
    this.names = names;
    this.#node = node;
    this.#key = key;
  }

  /** All accounts are connected, and watched. */
  static async begin(mail: Mail, node: StoreNode): Promise<Scene> {
    const scopes = 'mail.read,accounts,webhooks';
    const key = (await node.run('keys:create', '--name', 'admin', '--scopes', scopes)).trim();
    const scene = new Scene(mail, { node, key });
    await scene.#connect();
    return scene;
  }

  async ask(path: string, init: RequestInit = {}) {
    const answer = await this.#node.ask(this.#key, path, init);
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  }

  async #connect(): Promise<void> {
    const { imapPort } = this.sandbox;
    for (const name of this.names) {
      const account = passwordAccount(addressOf(name), { imapPort, password: PASSWORD });
      await this.ask('/MailAccounts', { method: 'POST', body: documentOf('MailAccount', account, name) });
    }
    await until(async () => {
      const { data } = await this.ask('/MailAccounts?page[limit]=50');
      return data.every(({ attributes }: Row) => attributes.watch.mode === 'notify');
    }, 'all accounts are watched');
  }

  deliver(): void {
    this.#delivered += 1;
    for (const name of this.names) {
      const raw = `From: a@example.org\r\nMessage-ID: <${this.#delivered}.${name}@test>\r\n\r\nText.\r\n`;
      this.sandbox.user(addressOf(name)).deliver(raw);
    }
  }

  /** All events of new messages, in the order of the log. */
  async told(): Promise<readonly Told[]> {
    const told: Told[] = [];
    let next: string | undefined = '/Events?filter[kind]=message.created&page[limit]=200';
    while (next !== undefined) {
      const { data, links }: Row = await this.ask(next);
      for (const { id, relationships } of data) told.push({ id, account: relationships.MailAccount.data.id });
      next = links.next?.slice(links.next.indexOf('/Events'));
    }
    return told;
  }

  /** Waits until each account has as many events as messages, and some longer: there are no more. */
  async untilTold(): Promise<readonly Told[]> {
    const wanted = this.names.length * this.#delivered;
    await until(async () => (await this.told()).length >= wanted, 'all events');
    await wait(3_000);
    const told = await this.told();
    for (const name of this.names)
      assert.equal(told.filter(({ account }) => account === name).length, this.#delivered, name);
    assert.equal(new Set(told.map(({ id }) => id)).size, told.length);
    return told;
  }

  /** The connections that read the message of an account, which is delivered now. */
  async watchers(): Promise<readonly number[]> {
    this.sandbox.clearRecording();
    this.deliver();
    await this.untilTold();
    return this.names.map((name) => {
      const waiting = this.sandbox.recording.filter(
        ({ user, name: command }) => user === addressOf(name) && command === 'IDLE',
      );
      return new Set(waiting.map(({ connection }) => connection)).size;
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
type Row = any;

async function until(isDone: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + LIMIT_MS; !(await isDone()); await wait(100))
    assert.ok(performance.now() < deadline, `it did not come: ${what}`);
}

interface Mail {
  readonly sandbox: Sandbox;
  readonly names: readonly string[];
}

async function openMail(t: TestContext, count = FEW): Promise<Mail> {
  const names = namesOf(count);
  const users = names.map((name) => ({ name: addressOf(name), password: PASSWORD }));
  const sandbox = await startSandbox({ users });
  t.after(() => sandbox.close());
  return { sandbox, names };
}

const ONE_EACH = namesOf(FEW).map(() => 1);

describe('posthorn serve --workers 2', () => {
  it('watches each account by one process, and tells each message once, also after a worker was killed', async (t) => {
    const mail = await openMail(t);
    const node = await startStoreNode(t, {
      ...{ databaseUrl: 'file:p.db', imapPort: mail.sandbox.imapPort, keys: renderNewKey('one') },
      flags: ['--workers', '2'],
    });
    await node.untilOutput('all worker processes serve');
    const scene = await Scene.begin(mail, node);
    const before = await scene.watchers();

    const { pid } = node.server;
    const [worker] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    assert.ok(worker);
    process.kill(worker, 'SIGKILL');
    scene.deliver();
    // Until then connections may still be handed to it, and end.
    await node.untilOutput('a worker process has ended');
    await scene.untilTold();

    assert.deepEqual([before, await scene.watchers()], [ONE_EACH, ONE_EACH]);
  });
});

describe('Nodes at one PostgreSQL', { skip: postgresIsMissing }, () => {
  async function openService(t: TestContext, { sandbox: { imapPort } }: Mail) {
    const postgres = await startPostgres();
    t.after(() => postgres.stop());
    const databaseUrl = await postgres.createDatabase();
    const keys = renderNewKey('one');
    const start = async (roles: string, settings: Record<string, string> = {}) => {
      const [port, metrics] = [await findFreePort(), await findFreePort()];
      const node = await startStoreNode(t, {
        ...{ databaseUrl, imapPort, keys },
        settings: {
          ...{ PORT: String(port), APP_NODE_URL: `http://127.0.0.1:${port}`, APP_ROLES: roles },
          ...{ METRICS_PORT: String(metrics), ...settings },
        },
      });
      return { node, attempts: () => countAttempts(metrics) };
    };
    return { databaseUrl, start };
  }

  async function openNodes(
    t: TestContext,
    mail: Mail,
    {
      roles,
      settings = {},
    }: { readonly roles: readonly string[]; readonly settings?: Record<string, string> },
  ) {
    const { start } = await openService(t, mail);
    const nodes: Awaited<ReturnType<typeof start>>[] = [];
    for (const own of roles) nodes.push(await start(own, settings));
    return nodes;
  }

  it('watch each account by one of them, and tell each message once, also after one was killed', async (t) => {
    const mail = await openMail(t);
    const [killed, left] = await openNodes(t, mail, { roles: ['api,watch', 'api,watch'] });
    assert.ok(killed && left);
    const scene = await Scene.begin(mail, left.node);
    const before = await scene.watchers();

    process.kill(killed.node.server.pid, 'SIGKILL');
    scene.deliver();
    await scene.untilTold();

    assert.deepEqual([before, await scene.watchers()], [ONE_EACH, ONE_EACH]);
  });

  it('watch accounts that an older version has written without a shard, also when they change hands', async (t) => {
    const mail = await openMail(t);
    const { databaseUrl, start } = await openService(t, mail);
    const { node: first } = await start('api,watch');
    const scene = await Scene.begin(mail, first);
    await query(databaseUrl, 'update accounts set shard = null');

    const { node: second } = await start('api,watch');
    await until(async () => (await query(databaseUrl, HALVES)).rowCount === 2, 'each node has shards');
    await until(async () => (await query(databaseUrl, WITHOUT_SHARD)).rowCount === 0, 'all have a shard');
    const shared = await scene.watchers();
    await second.server.stop();
    const alone = await scene.watchers();

    assert.deepEqual([shared, alone], [ONE_EACH, ONE_EACH]);
  });

  it('share the deliveries of a webhook: each event at least once, those of each account in order', async (t) => {
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    receiver.behave((_message, response) => setTimeout(() => response.writeHead(204).end(), ANSWER_MS));
    const mail = await openMail(t, MANY);
    const settings = { APP_WEBHOOK_HOSTS_ALLOW: `127.0.0.1:${receiver.port}` };
    const nodes = await openNodes(t, mail, { roles: ['api,watch', 'hooks', 'hooks'], settings });
    const [watching, killed, left] = nodes;
    assert.ok(watching && killed && left);
    const scene = await Scene.begin(mail, watching.node);
    const hook = { url: `http://127.0.0.1:${receiver.port}/`, kinds: ['message.created'] };
    await scene.ask('/Webhooks', { method: 'POST', body: documentOf('Webhook', hook) });

    for (let count = 0; count < 5; count += 1) scene.deliver();
    const first = await scene.untilTold();
    await untilReceived(receiver, first);
    const shares = await Promise.all(nodes.map(({ attempts }) => attempts()));
    for (let count = 0; count < 5; count += 1) scene.deliver();
    await until(async () => receiver.received.length > first.length + 5, 'deliveries under way');
    process.kill(killed.node.server.pid, 'SIGKILL');
    const all = await scene.untilTold();
    await untilReceived(receiver, all);

    assert.equal(shares[0], 0);
    assert.ok(Math.min(...shares.slice(1)) >= first.length / 10, `${shares}`);
    for (const name of mail.names) assertOrder(receiver, all, name);
  });
});

const HALVES =
  'select owner from account_owners where owner is not null group by owner having count(*) = 512';
const WITHOUT_SHARD = 'select id from accounts where shard is null';

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

const idsOf = ({ received }: WebhookReceiver): readonly string[] =>
  received.map(({ headers }) => headers['webhook-id'] ?? '');

function untilReceived(receiver: WebhookReceiver, told: readonly Told[]): Promise<void> {
  return until(
    async () => new Set(idsOf(receiver)).size === told.length,
    `${told.length} events at the receiver`,
  );
}

/** A repetition is one of the event before it. */
function assertOrder(receiver: WebhookReceiver, told: readonly Told[], name: string): void {
  const ids = told.filter(({ account }) => account === name).map(({ id }) => id);
  const order = idsOf(receiver).filter((id) => ids.includes(id));
  assert.deepEqual([...new Set(order)], ids, name);
  const places = order.map((id) => ids.indexOf(id));
  assert.deepEqual(places, places.toSorted(), name);
}

async function countAttempts(port: number): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const values = [...page.matchAll(/^posthorn_webhook_attempts_total\{.*\} (\d+)$/gm)];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}
