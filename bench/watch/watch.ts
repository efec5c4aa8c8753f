/**
 * `npm run bench:watch`: the memory and the processor time of watched accounts, beside those of their sockets, and the time from a delivery to its
 * event and to its receipt by a webhook. `--accounts 500`, `--tls` and `--dovecot` choose what is watched, `--seconds 30` how long it is idle;
 * `--webhooks 10000` adds others, each with a key of its own, that want other events.
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { parseArgs } from 'node:util';
import { migrate } from '../../packages/posthorn/src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../packages/posthorn/src/adapters/database/open-database.ts';
import { storeOf } from '../../packages/posthorn/src/adapters/database/open-store.ts';
import { createSessionOpener } from '../../packages/posthorn/src/adapters/imap/session/session-opener.ts';
import { SessionPool } from '../../packages/posthorn/src/adapters/imap/session/session-pool.ts';
import { ImapWatchConnections } from '../../packages/posthorn/src/adapters/imap/watch/imap-watch-connections.ts';
import { createHostPolicy } from '../../packages/posthorn/src/adapters/network/host-policy.ts';
import { createWholeMessageReader } from '../../packages/posthorn/src/adapters/workers/pooled-whole-message-reader.ts';
import { UNMEASURED } from '../../packages/posthorn/src/application/ports/mail-telemetry.ts';
import { createAccountWatchers } from '../../packages/posthorn/src/application/watching/account-watchers.ts';
import { createWebhookSecret } from '../../packages/posthorn/src/application/webhooks/webhook-secret.ts';
import type { MailAccountId } from '../../packages/posthorn/src/domain/accounts/mail-account.ts';
import { webhookSecretBinding } from '../../packages/posthorn/src/domain/accounts/secret-bindings.ts';
import type { WebhookId } from '../../packages/posthorn/src/domain/events/webhook.ts';
import type { ApiKeyId } from '../../packages/posthorn/src/domain/rights/api-key.ts';
import { boxOf } from '../../packages/posthorn/test/contracts/store/killed-work.ts';
import { testAccount } from '../../packages/posthorn/test/contracts/store-under-test.ts';
import { startDispatcher } from '../../packages/posthorn/test/contracts/webhooks/bare-dispatcher.ts';
import { liveOctets } from '../../packages/posthorn/test/support/live-memory.ts';
import { createTestState } from '../../packages/posthorn/test/support/memory-state.ts';
import { buildAccount, buildApiKey } from '../../packages/posthorn/test/support/stored-samples.ts';
import { buildWebhook } from '../../packages/posthorn/test/support/stored-webhooks.ts';
import { writeServerCertificate } from '../../packages/posthorn/test/support/tls-certificate.ts';
import { BareClient } from './bare-client.ts';
import { type Delivery, MAX_DELIVERED, type Ports, type Receipts, userOf } from './mail-server.ts';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '500' },
    tls: { type: 'boolean', default: false },
    dovecot: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '30' },
    webhooks: { type: 'string', default: '1' },
  },
});
if (values.tls && values.dovecot)
  throw new Error('Dovecot is measured without TLS: leave one of --tls and --dovecot out.');
/** Code takes up to twice as long until it has run some thousand times. */
const ROUNDS = 8;
const BETWEEN_ROUNDS_MS = 3_000;
const count = Number(values.accounts);
const delivered = Math.min(MAX_DELIVERED, count);
const isTls = values.tls;
const folder = await mkdtemp(join(tmpdir(), 'posthorn-bench-watch-'));
const authority = isTls ? await writeServerCertificate(folder) : null;
const server = fork(
  join(import.meta.dirname, 'mail-server.ts'),
  [values.dovecot ? 'dovecot' : 'sandbox', `${count}`, ...(isTls ? [folder] : [])],
  { execArgv: ['--conditions=posthorn-source', '--import', 'tsx'] },
);
const [{ port, receiver }] = (await once(server, 'message')) as [Ports];

const kb = (octets: number) => Math.round(octets / count / 1024);
const memoryOf = () => ({ live: liveOctets(), resident: process.memoryUsage().rss });

async function openSocket(): Promise<Socket> {
  const socket = isTls
    ? connectTls({ host: '127.0.0.1', port, ca: authority ?? '' })
    : connectTcp(port, '127.0.0.1');
  await once(socket, isTls ? 'secureConnect' : 'connect');
  return socket;
}

/** Sockets that only listen. */
async function measureSockets(): Promise<void> {
  const before = memoryOf();
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1)
    sockets.push((await openSocket()).on('data', () => undefined));
  await wait(1_000);
  const after = memoryOf();
  console.log(
    `a socket alone: ${kb(after.live - before.live)} KB live, ${kb(after.resident - before.resident)} KB resident`,
  );
  for (const socket of sockets) socket.destroy();
  await wait(1_000);
}

/** Orders a message for each user; the times count from now. */
async function deliver(hasWebhooks: boolean): Promise<Receipts> {
  const answer = once(server, 'message') as Promise<[Receipts]>;
  const sentAt = performance.timeOrigin + performance.now();
  server.send({ users: delivered, hasWebhooks } satisfies Delivery);
  const [{ stored, received }] = await answer;
  const since = (times: readonly number[]) => times.map((at) => at - sentAt);
  return { stored: since(stored), received: since(received) };
}

/** Connections that wait in IDLE and fetch what comes, as every client has to. */
async function measureBare(): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: delivered }, async (_, index) => new BareClient(await openSocket(), userOf(index))),
  );
  await Promise.all(clients.map((client) => client.idle()));
  const times: number[] = [];
  const sinceStored: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await wait(BETWEEN_ROUNDS_MS);
    const sentAt = performance.now();
    const delivering = deliver(false);
    const ends = clients.map(async (client) => {
      await client.fetchNews();
      return performance.now() - sentAt;
    });
    const ended = await Promise.all(ends);
    const { stored } = await delivering;
    if (round > 0) {
      times.push(...ended);
      sinceStored.push(...differences(ended, stored));
    }
    await Promise.all(clients.map((client) => client.idle()));
  }
  console.log(
    `${delivered} deliveries at once: fetched by bare connections after ${figuresOf(times)}, after it was in the mailbox ${figuresOf(sinceStored)}`,
  );
  for (const client of clients) client.close();
  await wait(1_000);
}

const database = await openDatabase({
  location: { engine: 'file', path: join(folder, 'p.db') },
  ...{ readPassword: null, isServer: false, connectMs: 5_000 },
});
await migrate(database);
const secretBox = boxOf([['bench', randomBytes(32).toString('base64')]]);
const store = storeOf(database, secretBox);
const { accounts, events: log } = store;
for (let index = 0; index < count; index += 1)
  await accounts.save(buildAccount({ id: `a${index}` as MailAccountId, state: 'connecting' }));
await measureSockets();
await measureBare();

const pool = new SessionPool({
  open: createSessionOpener({
    hostPolicy: createHostPolicy({ allowList: [], isCleartextAllowed: true }),
    extraRoots: authority === null ? [] : [authority],
    wholeMessages: createWholeMessageReader(),
  }),
  ...{ maxPerAccount: 3, maxTotal: count * 2 + 2, idleMs: 60_000, now: Date.now },
  signInOutcomes: createTestState().signInOutcomes,
});
const watchers = createAccountWatchers({
  ...{ log, now: Date.now, accounts, telemetry: UNMEASURED },
  connections: new ImapWatchConnections(pool),
  opening: {
    async open({ id }) {
      const account = testAccount({ host: '127.0.0.1', port }, userOf(Number(id.slice(1))));
      return { ...account, id, inbox: { ...account.inbox, isTls } };
    },
    noteFailure: async (_account, error) => error,
  },
  ownership: {
    owns: () => true,
    listShards: () => null,
    fenceOf: () => null,
    onChange: () => () => undefined,
  },
  forget: () => undefined,
  report: (error) => console.error(error),
});
const before = memoryOf();
const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
watchers.start();
for (;;) {
  await wait(500);
  const readable = await accounts.list({
    filter: {},
    sort: { by: 'name', isDescending: false },
    after: null,
    limit: 1,
  });
  if (readable.accounts.length > 0 && pool.usage.inUse >= count && pool.usage.opening === 0) break;
}
const seconds = (performance.now() - startedAt) / 1000;
const cpu = process.cpuUsage(cpuBefore);
console.log(
  `${count} accounts${isTls ? ' with TLS' : ''} began in ${seconds.toFixed(1)} s, ${((cpu.user + cpu.system) / 1000 / count).toFixed(1)} ms of processor time each`,
);
await wait(5_000);
const after = memoryOf();
console.log(
  `a watched account: ${kb(after.live - before.live)} KB live, ${kb(after.resident - before.resident)} KB resident, its socket included`,
);
async function shareAtRest(): Promise<string> {
  const restBefore = process.cpuUsage();
  await wait(Number(values.seconds) * 1000);
  const { user, system } = process.cpuUsage(restBefore);
  return `${((user + system) / 1000 / Number(values.seconds) / 10).toFixed(2)} % of a processor`;
}
console.log(`idle: ${await shareAtRest()}, lists of all folders included`);

const { apiKeys, webhooks } = store;
await apiKeys.save(buildApiKey({ scopes: ['webhooks'] }));
const hook = buildWebhook({ url: `http://127.0.0.1:${receiver}/`, kinds: ['message.created'] });
const secret = secretBox.seal(createWebhookSecret(), webhookSecretBinding(hook.id));
await webhooks.save({ ...hook, secret });
for (let index = 1; index < Number(values.webhooks); index += 1) {
  const key = `other${index}` as ApiKeyId;
  await apiKeys.save(buildApiKey({ id: key, scopes: ['webhooks'] }));
  await webhooks.save(buildWebhook({ id: `other${index}` as WebhookId, key, kinds: ['folder.created'] }));
}
const turns = monitorEventLoopDelay({ resolution: 5 });
turns.enable();
const dispatcher = await startDispatcher(store, { secretBox, allow: [`127.0.0.1:${receiver}`] });
if (Number(values.webhooks) > 1)
  console.log(
    `idle with ${values.webhooks} webhooks: ${await shareAtRest()}, longest turn ${Math.round(turns.max / 1e6)} ms`,
  );

/** Times in milliseconds from the order, and processor time per delivery. */
interface Round extends Receipts {
  readonly events: readonly number[];
  readonly processorMs: number;
}

async function deliverAtOnce(): Promise<Round> {
  const events: number[] = [];
  const cpuBefore = process.cpuUsage();
  const sentAt = performance.now();
  const stopListening = log.onAppend((appended) => {
    const created = appended.filter(({ kind }) => kind === 'message.created');
    events.push(...created.map(() => performance.now() - sentAt));
  });
  const receipts = await deliver(true);
  stopListening();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { events, ...receipts, processorMs: (user + system) / 1000 / delivered };
}

function differences(times: readonly number[], earlier: readonly number[]): readonly number[] {
  return times.map((time, index) => time - (earlier[index] ?? Number.NaN));
}

function figuresOf(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN);
  return `${at(0.5)} ms (median), ${at(0.99)} ms (p99)`;
}

function report(which: string, rounds: readonly Round[]): void {
  const processorMs = rounds.reduce((sum, round) => sum + round.processorMs, 0) / rounds.length;
  console.log(
    `${delivered} deliveries at once, ${which}: ${processorMs.toFixed(1)} ms of processor time each`,
  );
  console.log(`  event after ${figuresOf(rounds.flatMap(({ events }) => events))}`);
  const since = rounds.flatMap(({ stored, received }) => differences(received, stored));
  console.log(
    `  receipt by a webhook after ${figuresOf(rounds.flatMap(({ received }) => received))}, after it was in the mailbox ${figuresOf(since)}`,
  );
}

report('in a process that has delivered none', [await deliverAtOnce()]);
for (const before of [1, 1 + ROUNDS]) {
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) {
    await wait(BETWEEN_ROUNDS_MS);
    rounds.push(await deliverAtOnce());
  }
  report(`${ROUNDS} times, in one that has delivered ${before * delivered}`, rounds);
}
await dispatcher.close();

await watchers.close();
await pool.close();
await database.close();
server.disconnect();
await rm(folder, { recursive: true });
