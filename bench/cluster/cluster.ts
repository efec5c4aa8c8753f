/**
 * `npm run bench:cluster`: one, two and three nodes at one PostgreSQL, with connected accounts at a mail server that is 30 ms away: the time until all
 * are watched, memory, the work at rest, lists, deliveries, and the time of a take-over. `--accounts 1000`, `--nodes 1,2,3`, `--seconds 15` for each
 * measurement, `--rows 100000` for the time of a look at the accounts; with 0, neither that nor
 * the log of events is measured.
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { renderNewKey } from '../../packages/posthorn/src/config/secrets-keys.ts';
import { readMetrics } from '../../packages/posthorn/test/composition/metrics-page.ts';
import { type StoreNode, startStoreNode } from '../../packages/posthorn/test/e2e/store-node.ts';
import { findFreePort } from '../../packages/posthorn/test/support/free-port.ts';
import { startPostgres } from '../../packages/posthorn/test/support/postgres.ts';
import { residentMemory } from '../../packages/posthorn/test/support/process-memory.ts';
import { processorMs } from '../support/processor-time.ts';
import { RawHttp } from '../support/raw-http.ts';
import { RawImap } from '../support/raw-imap.ts';
import { figuresOf } from '../support/statistics.ts';
import { COUNTING, DatabaseReader, type DatabaseWork, workBetween } from './database-work.ts';
import { measureAppends } from './event-log.ts';
import { accountIdOf, fillStore } from './filled-store.ts';
import { measureLooks } from './looks.ts';
import { startMailServer } from './mail-server.ts';
import { type SteadyWork, startSteadily } from './steady-work.ts';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000' },
    nodes: { type: 'string', default: '1,2,3' },
    seconds: { type: 'string', default: '15' },
    rows: { type: 'string', default: '100000' },
  },
});
const accounts = Number(values.accounts);
const measuredMs = Number(values.seconds) * 1_000;
const LATENCY_MS = 30;
const MESSAGES = 20;
const CLIENTS = 32;
/** Those whose lists are read: the session of each is there before the measurement. */
const READ = Math.min(300, accounts);
const DELIVERED = Math.min(300, accounts);
/** By each node: code that has run only a few times takes twice as long. */
const WARM_LISTS = 1_500;
const MB = 2 ** 20;
/** PostgreSQL counts the commits of idle connections up to 10 seconds late. */
const SETTLE_MS = 15_000;
const LIMIT_MS = 240_000;
/** Accounts of the nodes that are not killed. */
const OTHERS = 100;
/** Lists, and beside them commands on bare connections: those show what the mail server and the machine take. */
const PER_SECOND = 20;
const LIST = 'MailFolders/INBOX/MessageItems?page[limit]=20';

const ends: (() => unknown)[] = [];
const t = { after: (end: () => unknown) => void ends.unshift(end) } as never;
const keys = renderNewKey('bench');

console.log(
  `${cpus().length} processors (${cpus()[0]?.model}), Node ${process.version}; ${accounts} accounts, ${LATENCY_MS} ms to their mail server`,
);
const postgres = await startPostgres(COUNTING);
const mail = await startMailServer({ users: accounts, messages: MESSAGES, latencyMs: LATENCY_MS });
try {
  const idleMemory = await measureEmptyNode();
  for (const count of values.nodes.split(',').map(Number)) await measure(count, idleMemory);
  if (values.rows !== '0') {
    await measureRows(Number(values.rows));
    await measureAppends();
  }
} finally {
  for (const end of ends) await end();
  mail.stop();
  await postgres.stop();
}

interface Node extends StoreNode {
  readonly metricsPort: number;
}

async function startNodes(databaseUrl: string, count: number): Promise<readonly Node[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const [port, metricsPort] = [await findFreePort(), await findFreePort()];
      const node = await startStoreNode(t, {
        ...{ databaseUrl, keys, imapPort: mail.port },
        settings: {
          ...{
            PORT: String(port),
            APP_NODE_URL: `http://127.0.0.1:${port}`,
            METRICS_PORT: String(metricsPort),
          },
          ...{ APP_SESSIONS_TOTAL: String(accounts * 4) },
        },
      });
      return { ...node, metricsPort };
    }),
  );
}

/** Octets of a node without accounts. */
async function measureEmptyNode(): Promise<number> {
  const [node] = await startNodes(await postgres.createDatabase(), 1);
  await wait(SETTLE_MS);
  const { now } = await residentMemory(node?.server.pid ?? 0);
  await node?.server.stop();
  console.log(`a node without accounts: ${Math.round(now / MB)} MB`);
  return now;
}

async function measure(count: number, idleMemory: number): Promise<void> {
  const databaseUrl = await postgres.createDatabase();
  const key = await fillStore({ databaseUrl, keys, accounts, imapPort: mail.port });
  const database = await DatabaseReader.open(postgres, databaseUrl);
  const startedAt = performance.now();
  const nodes = await startNodes(databaseUrl, count);
  const pids = nodes.map(({ server }) => server.pid);
  const beganMs = await sum(pids, processorMs);
  await untilWatched(nodes);
  const startSeconds = (performance.now() - startedAt) / 1_000;
  const startMs = ((await sum(pids, processorMs)) - beganMs) / accounts;
  console.log(
    `\n${count} nodes (load ${loadavg()[0]?.toFixed(1)}): all accounts watched after ${startSeconds.toFixed(1)} s, ${startMs.toFixed(1)} ms of node processor time each`,
  );
  await wait(SETTLE_MS);
  const memory = (await sum(pids, async (pid) => (await residentMemory(pid)).now)) - count * idleMemory;
  console.log(
    `memory of a watched account, its connection included: ${Math.round(memory / accounts / 1_024)} KB`,
  );

  const rest = await observe({ database, pids, work: () => wait(measuredMs) });
  console.log(`at rest: ${describe(rest)}`);
  await measureLists({ nodes, key, database });
  await measureDeliveries({ database, pids, rest });
  if (count > 1) await measureTakeOver({ nodes, key, database });
  await Promise.all(nodes.map(({ server }) => server.stop()));
  await database.close();
}

interface Observed {
  readonly database: DatabaseWork;
  readonly seconds: number;
  readonly nodesMs: number;
  readonly mailMs: number;
}

async function observe({
  database,
  pids,
  work,
}: {
  readonly database: DatabaseReader;
  readonly pids: readonly number[];
  readonly work: () => Promise<unknown>;
}): Promise<Observed> {
  const before = await database.read();
  const [nodesBefore, mailBefore] = [await sum(pids, processorMs), await processorMs(mail.pid)];
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const nodesMs = (await sum(pids, processorMs)) - nodesBefore;
  const mailMs = (await processorMs(mail.pid)) - mailBefore;
  return { database: workBetween(before, await database.read()), seconds, nodesMs, mailMs };
}

function describe({ database, seconds, nodesMs }: Observed): string {
  const { statements, commits, walOctets, processorMs: databaseMs } = database;
  const rate = (value: number) => (value / seconds).toFixed(1);
  return `${rate(statements)} statements and ${rate(commits)} commits a second, ${rate(walOctets / 1_024)} KB of WAL a second, ${rate(nodesMs / 10)} % of a processor for the nodes, ${rate(databaseMs / 10)} % for PostgreSQL`;
}

async function measureLists({
  nodes,
  key,
  database,
}: {
  readonly nodes: readonly Node[];
  readonly key: string;
  readonly database: DatabaseReader;
}): Promise<void> {
  const clients = nodes.map(({ server }) => new RawHttp(server.address));
  const headers = { authorization: `Bearer ${key}` };
  const list = async (index: number, turn: number) => {
    const target = `/rest-api-email/v1/MailAccounts/${accountIdOf(index)}/${LIST}`;
    const answer = await clients[turn % clients.length]?.exchange({ method: 'GET', target, headers });
    if (answer?.status !== 200)
      throw new Error(`${answer?.status}: ${answer?.body.toString().slice(0, 300)}`);
  };
  const readAll = async (isOver: (done: number) => boolean) => {
    const waits: number[] = [];
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (!isOver(waits.length)) {
          const turn = waits.push(0) - 1;
          const startedAt = performance.now();
          // All accounts meet all nodes.
          await list(turn % READ, turn + Math.floor(turn / READ));
          waits[turn] = performance.now() - startedAt;
        }
      }),
    );
    return waits;
  };
  await readAll((done) => done >= WARM_LISTS * nodes.length);
  const forwardedBefore = await sumOfMetric(nodes, 'posthorn_forwarded_requests_total');
  let waits: readonly number[] = [];
  const pids = nodes.map(({ server }) => server.pid);
  const end = performance.now() + measuredMs;
  const seen = await observe({
    ...{ database, pids },
    work: async () => {
      waits = await readAll(() => performance.now() > end);
    },
  });
  for (const client of clients) client.close();
  const forwarded = (await sumOfMetric(nodes, 'posthorn_forwarded_requests_total')) - forwardedBefore;
  const each = (value: number) => (value / waits.length).toFixed(2);
  const { median, p99 } = figuresOf(waits);
  console.log(
    `lists by ${CLIENTS} clients: ${Math.round(waits.length / seen.seconds)} a second, ${Math.round(median)} ms (median), ${Math.round(p99)} ms (p99), ${Math.round((100 * forwarded) / waits.length)} % forwarded`,
  );
  console.log(
    `each list: ${each(seen.nodesMs)} ms of processor time of nodes, ${each(seen.database.processorMs)} of PostgreSQL, ${each(seen.mailMs)} of the mail server; ${each(seen.database.statements)} statements`,
  );
}

/** Deliveries to different accounts, of which the work at rest is subtracted. */
async function measureDeliveries({
  database,
  pids,
  rest,
}: {
  readonly database: DatabaseReader;
  readonly pids: readonly number[];
  readonly rest: Observed;
}): Promise<void> {
  const count = () => database.number("select count(*) from events where kind = 'message.created'");
  const deliver = async (users: number) => {
    const wanted = (await count()) + users;
    mail.deliver({ users });
    for (const end = performance.now() + LIMIT_MS; (await count()) < wanted; await wait(200))
      if (performance.now() > end) throw new Error('The events do not come.');
  };
  await deliver(DELIVERED);
  await deliver(DELIVERED);
  const seen = await observe({ ...{ database, pids }, work: () => deliver(DELIVERED) });
  const each = (of: (observed: Observed) => number) =>
    ((of(seen) - (of(rest) * seen.seconds) / rest.seconds) / DELIVERED).toFixed(2);
  console.log(
    `${DELIVERED} deliveries at once: all events after ${seen.seconds.toFixed(1)} s; each ${each(({ nodesMs }) => nodesMs)} ms of processor time of nodes, ${each(({ database: { processorMs: ms } }) => ms)} of PostgreSQL, ${each(({ database: { statements } }) => statements)} statements, ${each(({ database: { walOctets } }) => walOctets / 1_024)} KB of WAL`,
  );
}

async function measureTakeOver({
  nodes,
  key,
  database,
}: {
  readonly nodes: readonly Node[];
  readonly key: string;
  readonly database: DatabaseReader;
}): Promise<void> {
  const [killed, ...living] = nodes;
  const pid = killed?.server.pid ?? 0;
  const undisturbed = await database.texts(
    `select accounts.id from accounts join account_owners using (shard) join nodes on nodes.id = owner where pid <> ${pid} limit ${OTHERS}`,
  );
  const lists = startLists({ addresses: living.map(({ server }) => server.address), key, undisturbed });
  const bare = await startBareCommands();
  const take = () => ({ lists: figuresText(lists.take()), bare: figuresText(bare.take()) });
  await wait((2 * OTHERS * 1_000) / PER_SECOND);
  take();
  await wait(measuredMs);
  const quiet = take();
  process.kill(pid, 'SIGKILL');
  const startedAt = performance.now();
  const owners = 'select count(*) from account_owners join nodes on nodes.id = owner';
  const alive = `${owners} where ends_at > extract(epoch from now()) * 1000`;
  while (
    (await database.number(alive)) < 1_024 ||
    (await database.number('select count(*) from nodes')) > living.length
  ) {
    if (performance.now() - startedAt > LIMIT_MS) throw new Error('Nobody takes over.');
    await wait(50);
  }
  const ownedSeconds = (performance.now() - startedAt) / 1_000;
  const untilOwned = take();
  await untilWatched(living);
  const watchedSeconds = (performance.now() - startedAt) / 1_000;
  const untilSeen = take();
  lists.end();
  bare.end();
  console.log(
    `kill -9 of one: all accounts owned after ${ownedSeconds.toFixed(1)} s, watched after ${watchedSeconds.toFixed(1)} s`,
  );
  for (const [kind, name] of [
    ['lists', 'lists of accounts of the others'],
    ['bare', 'NOOP on connections to the mail server'],
  ] as const)
    console.log(
      `${name}, ${PER_SECOND} a second (median and p99 in ms): ${quiet[kind]} before, ${untilOwned[kind]} until all are owned, ${untilSeen[kind]} until all are watched`,
    );
}

/** Throws for a failed one. */
function figuresText(waits: readonly number[]): string {
  if (waits.some(Number.isNaN)) throw new Error('A list or command failed.');
  const { median, p99 } = figuresOf(waits);
  return `${Math.round(median)} and ${Math.round(p99)}`;
}

function startLists({
  addresses,
  key,
  undisturbed,
}: {
  readonly addresses: readonly string[];
  readonly key: string;
  readonly undisturbed: readonly string[];
}): SteadyWork {
  const clients = addresses.map((address) => new RawHttp(address));
  const headers = { authorization: `Bearer ${key}` };
  const list = async (turn: number) => {
    const target = `/rest-api-email/v1/MailAccounts/${undisturbed[turn % undisturbed.length]}/${LIST}`;
    const answer = await clients[turn % clients.length]?.exchange({ method: 'GET', target, headers });
    if (answer?.status !== 200) throw new Error(`${answer?.status}`);
  };
  const close = () => {
    for (const client of clients) client.close();
  };
  return startSteadily({ work: list, perSecond: PER_SECOND, close });
}

async function startBareCommands(): Promise<SteadyWork> {
  const server = { host: '127.0.0.1', port: mail.port };
  const connections = await Promise.all(Array.from({ length: PER_SECOND }, () => RawImap.open(server)));
  const close = () => {
    for (const connection of connections) connection.close();
  };
  const work = (turn: number) => connections[turn % connections.length]?.command('NOOP');
  return startSteadily({ work, perSecond: PER_SECOND, close });
}

async function measureRows(rows: number): Promise<void> {
  const databaseUrl = await postgres.createDatabase();
  await fillStore({ databaseUrl, keys, accounts: rows, imapPort: mail.port });
  await measureLooks(databaseUrl);
  const reader = await DatabaseReader.open(postgres, databaseUrl);
  const size = await reader.number("select pg_total_relation_size('accounts')");
  await reader.close();
  console.log(`an account in PostgreSQL, with its indexes: ${Math.round(size / rows)} octets`);
}

async function untilWatched(nodes: readonly Node[]): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const watched = await sumOfMetric(nodes, 'posthorn_imap_sessions{state="in_use"}');
    if (watched >= accounts) return;
    if (performance.now() > end) throw new Error(`Only ${watched} accounts are watched.`);
    await wait(500);
  }
}

async function sumOfMetric(nodes: readonly Node[], name: string): Promise<number> {
  return sum(nodes, async ({ metricsPort }) => {
    const page = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    return readMetrics(await page.text()).get(name) ?? 0;
  });
}

async function sum<Each>(all: readonly Each[], of: (each: Each) => Promise<number>): Promise<number> {
  return (await Promise.all(all.map(of))).reduce((total, each) => total + each, 0);
}
