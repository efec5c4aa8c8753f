/** Three nodes behind HAProxy that are restarted one after the other, while programs ask and listen. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { eventually } from '../../../contracts/watching/watch-scene.ts';
import { buildMessage } from '../../../support/message-samples.ts';
import { startHaproxy } from '../../haproxy.ts';
import { type NodeCluster, startCluster, untilShared } from '../../node-cluster.ts';
import { startLoad } from '../../steady-load.ts';
import { documentOf, passwordAccount, V1 } from '../../store-node.ts';
import { EventListener } from './event-listener.ts';

export interface RestartLoad {
  /** Lists. */
  readonly perSecond: number;
  /** Open streams of the events of all accounts. */
  readonly streams: number;
}

export interface RestartReport {
  /** How often requests ended so. */
  readonly ends: Readonly<Record<string, number>>;
  readonly delivered: number;
  /** Of events at streams, all of which are to have all of them once. */
  readonly missing: number;
  readonly doubled: number;
  /** Streams that were opened again. */
  readonly reopened: number;
}

const PASSWORD = 'a-password';
const USERS = Array.from({ length: 10 }, (_, index) => `user${index}@example.org`);
const LIST = '/MailFolders/INBOX/MessageItems?page%5Blimit%5D=20';
const BETWEEN_DELIVERIES_MS = 300;
const EVENTS_MS = 90_000;

/** Restarts them all. */
export async function restartUnderLoad(
  t: Parameters<typeof startCluster>[0],
  { perSecond, streams }: RestartLoad,
): Promise<RestartReport> {
  const sandbox = await startSandbox({ users: USERS.map((name) => ({ name, password: PASSWORD })) });
  t.after(() => sandbox.close());
  for (const user of USERS) sandbox.user(user).deliver(buildMessage({ subject: 'Hello' }));
  const { imapPort } = sandbox;
  const cluster = await startCluster(t, { imapPort, settings: { APP_STOP_DELAY_SECONDS: '3' } });
  const balancer = await startHaproxy(cluster.ports);
  t.after(() => balancer.stop());
  const address = `${balancer.address}${V1}`;
  const headers = await connectAll(cluster, { address, imapPort });
  const listeners = Array.from({ length: streams }, () => new EventListener(`${address}/events`, headers));
  await Promise.all(listeners.map((listener) => listener.start()));
  const deliveries = new Deliveries(sandbox);
  // Each stream has an id to continue by.
  await deliveries.next();
  await untilHeard(listeners, deliveries.count);

  const loads = USERS.map((_, index) =>
    startLoad({
      url: `${address}/MailAccounts/a${index}${LIST}`,
      headers,
      perSecond: perSecond / USERS.length,
    }),
  );
  deliveries.start();
  await restartAll(cluster);
  await deliveries.end();
  const fates = (await Promise.all(loads.map((load) => load.end()))).flat();
  await untilHeard(listeners, deliveries.count).catch(() => undefined);
  for (const listener of listeners) listener.close();

  const ends: Record<string, number> = {};
  for (const fate of fates) {
    const end = fate.kind === 'answered' ? String(fate.status) : fate.kind === 'cut' ? fate.why : fate.kind;
    ends[end] = (ends[end] ?? 0) + 1;
  }
  const sum = (of: (listener: EventListener) => number) =>
    listeners.reduce((total, listener) => total + of(listener), 0);
  const all = new Set(listeners.flatMap(({ ids }) => ids));
  return {
    ...{ ends, delivered: deliveries.count },
    missing: sum(({ ids }) => Math.max(all.size, deliveries.count) - new Set(ids).size),
    doubled: sum(({ ids }) => ids.length - new Set(ids).size),
    reopened: sum(({ reopened }) => reopened),
  };
}

/** Connects all accounts, and waits until they are watched; the headers of a key for them. */
async function connectAll(
  { nodes }: NodeCluster,
  { address, imapPort }: { readonly address: string; readonly imapPort: number },
): Promise<Readonly<Record<string, string>>> {
  const key = (await nodes[0]?.run('keys:create', '--name', 'all', '--scopes', 'mail.read,accounts')) ?? '';
  const headers = { authorization: `Bearer ${key.trim()}` };
  for (const [index, user] of USERS.entries()) {
    const body = documentOf(
      'MailAccount',
      passwordAccount(user, { imapPort, password: PASSWORD }),
      `a${index}`,
    );
    const connected = await fetch(`${address}/MailAccounts`, {
      ...{ method: 'POST', body },
      headers: { ...headers, 'content-type': 'application/vnd.api+json' },
    });
    assert.equal(connected.status, 201, await connected.text());
  }
  await eventually(async () => {
    const listed = await fetch(`${address}/MailAccounts`, { headers });
    const { data } = (await listed.json()) as {
      data: readonly { attributes: { watch: { lastProofAt: unknown } } }[];
    };
    if (!data.every(({ attributes }) => attributes.watch.lastProofAt)) throw new Error('not watched');
  }, EVENTS_MS);
  return headers;
}

async function untilHeard(listeners: readonly EventListener[], count: number): Promise<void> {
  await eventually(async () => {
    if (listeners.some(({ ids }) => ids.length < count)) throw new Error('not heard');
  }, EVENTS_MS);
}

async function restartAll(cluster: NodeCluster): Promise<void> {
  for (const [index, node] of cluster.nodes.entries()) {
    await node.server.stop();
    await cluster.restart(index);
    await untilShared(cluster.postgres, cluster.databaseUrl);
  }
}

/** Mail for one user after the other. */
class Deliveries {
  readonly #sandbox: Sandbox;
  #isOver = false;
  #running: Promise<void> | null = null;
  count = 0;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  async next(): Promise<void> {
    const user = USERS[this.count % USERS.length] ?? '';
    this.count += 1;
    this.#sandbox.user(user).deliver(buildMessage({ subject: `News ${this.count}` }));
    await wait(BETWEEN_DELIVERIES_MS);
  }

  start(): void {
    const run = async () => {
      while (!this.#isOver) await this.next();
    };
    this.#running = run();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}
