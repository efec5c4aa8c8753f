/** Three nodes behind HAProxy, before Dovecot and at one PostgreSQL, all of which fail again and again while 50 accounts are at work. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { ChangingClient, type LookedAccount } from '../../../contracts/watching/changing-client.ts';
import { assertTruth } from '../../../contracts/watching/event-truth.ts';
import { eventually } from '../../../contracts/watching/watch-scene.ts';
import { type Dovecot, startDovecot } from '../../../support/dovecot.ts';
import { openImapConnection } from '../../../support/imap-connection.ts';
import { buildMessage } from '../../../support/message-samples.ts';
import { pick, seededRandom } from '../../../support/seeded-random.ts';
import { startHaproxy } from '../../haproxy.ts';
import { type NodeCluster, startCluster } from '../../node-cluster.ts';
import { documentOf } from '../../store-node.ts';
import { type BalancedClient, createBalancedClient } from './balanced-client.ts';
import { ClusterFaults } from './cluster-faults.ts';
import { FlagRegister } from './flag-register.ts';
import { EventFollower } from './followed-events.ts';
import { findMail } from './found-mail.ts';
import { listInbox, moveMail, sendMail, writeDraft } from './mail-work.ts';
import { createSoakedAccount, type FoundMail, type SoakedAccount } from './soaked-account.ts';

export interface ClusterSoakOptions {
  readonly faults: number;
  readonly seed: number;
  readonly onProgress?: (text: string) => void;
}

export interface ClusterSoakReport {
  /** How many of each kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** How often requests ended so. */
  readonly ends: Readonly<Record<string, number>>;
  readonly mails: number;
  readonly events: number;
  /** Pairs of changes with one tag of which both were answered. */
  readonly races: number;
  readonly slowestMs: number;
  /** What was lost, or doubled, or is not as the service said; empty. */
  readonly problems: readonly string[];
}

const ACCOUNTS = 50;
const PASSWORD = 'a-password';
const REGISTERS = 2;
const LEAST_PAUSE_MS = 50;
const MOST_PAUSE_MS = 600;
/** After the last fault. */
const QUIET_MS = 10_000;
const PROGRESS_FAULTS = 10;
const EVENTS_MS = 180_000;
const SCOPES = 'mail.read,mail.write,mail.send,accounts';

/** Runs it to its end. */
export async function surviveClusterFaults(options: ClusterSoakOptions): Promise<ClusterSoakReport> {
  const cleanups: (() => unknown)[] = [];
  const t = { after: (work: () => unknown) => void cleanups.push(work) };
  try {
    return await survive(t, options);
  } finally {
    for (const work of cleanups.reverse()) await work();
  }
}

interface Parts {
  readonly dovecot: Dovecot;
  readonly sandbox: Sandbox;
  readonly cluster: NodeCluster;
  readonly client: BalancedClient;
  readonly key: string;
}

async function survive(
  t: Parameters<typeof startCluster>[0],
  { faults: count, seed, onProgress = () => undefined }: ClusterSoakOptions,
): Promise<ClusterSoakReport> {
  const parts = await startParts(t);
  const { cluster, client, key } = parts;
  const faults = new ClusterFaults(cluster, seededRandom(seed));
  const accounts = await openAccounts(t, parts, seed);
  const workers = accounts.map((account) => new Worker(account, faults.isDivided));
  for (const worker of workers) await worker.prepare();
  const firsts = await connectAll(parts, accounts);
  const follower = new EventFollower((request) => client.ask(`Bearer ${key}`, request));
  follower.start();
  onProgress('all accounts are watched');
  for (const worker of workers) worker.start();
  await faults.run(count, (fault, kind) => {
    if (fault % PROGRESS_FAULTS === 0) onProgress(`${fault} of ${count} faults, now: ${kind}`);
  });
  onProgress('all nodes run');
  await wait(QUIET_MS);
  await Promise.all(workers.map((worker) => worker.end()));
  onProgress('the work has ended');
  const eventProblems = await compareEvents(parts, { accounts, firsts, follower });
  await follower.end();
  await follower.compareWithLog();
  onProgress('the events are compared');
  await faults.stopAll();
  const mailProblems = await compareMail(parts, workers);
  return {
    ...{ faults: faults.counts, ends: client.ends, slowestMs: Math.round(client.slowestMs()) },
    mails: accounts.reduce((sum, { claims }) => sum + claims.length, 0),
    events: follower.count,
    races: workers.reduce((sum, { races }) => sum + races, 0),
    problems: [
      ...[...client.problems, ...faults.problems, ...follower.problems, ...eventProblems, ...mailProblems],
      ...accounts.flatMap(({ problems }) => problems),
    ],
  };
}

async function startParts(t: Parameters<typeof startCluster>[0]): Promise<Parts> {
  const users = Array.from({ length: ACCOUNTS }, (_, index) => ({
    ...{ name: `user${index}@example.org`, password: PASSWORD },
  }));
  const dovecot = await startDovecot({ users });
  t.after(() => dovecot.stop());
  const sandbox = await startSandbox({ users, smtp: true });
  t.after(() => sandbox.close());
  const cluster = await startCluster(t, { imapPort: dovecot.port, smtpPort: sandbox.smtpPort ?? 0 });
  const balancer = await startHaproxy(cluster.ports);
  t.after(() => balancer.stop());
  const [node] = cluster.nodes;
  const key = (await node?.run('keys:create', '--name', 'soak', '--scopes', SCOPES))?.trim() ?? '';
  return { dovecot, sandbox, cluster, client: createBalancedClient(balancer.address), key };
}

/** Half of them are people with logins of their own. */
async function openAccounts(
  t: Parameters<typeof startCluster>[0],
  { dovecot, client, key }: Parts,
  seed: number,
): Promise<readonly SoakedAccount[]> {
  return Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, index) => {
      const { name: user, password } = dovecot.user(`user${index}@example.org`);
      const session = await openImapConnection(dovecot, { name: user, password });
      t.after(() => session.close());
      const isConnected = index % 2 === 0;
      return createSoakedAccount({
        ...{ user, isConnected, client, id: isConnected ? `a${index}` : 'example' },
        authorization: isConnected ? `Bearer ${key}` : `Basic ${btoa(`${user}:${password}`)}`,
        deliver: (subject) => session.append('INBOX', [{ raw: buildMessage({ subject }) }]),
        random: seededRandom(seed + index + 1),
      });
    }),
  );
}

/** The mail of connected accounts when their events began. */
async function connectAll(
  { dovecot, sandbox, client, key }: Parts,
  accounts: readonly SoakedAccount[],
): Promise<ReadonlyMap<string, LookedAccount>> {
  const connected = accounts.filter(({ isConnected }) => isConnected);
  for (const { id, user } of connected) {
    const { password } = dovecot.user(user);
    const attributes = {
      ...{ from: { address: user, name: '' }, login: { mechanism: 'password', user, password } },
      ...{ inbox_address: '127.0.0.1', inbox_port: dovecot.port, inbox_ssl: false },
      ...{ outbox_address: '127.0.0.1', outbox_port: sandbox.smtpPort, outbox_secure: null },
    };
    const body = documentOf('MailAccount', attributes, id);
    const { status, text } = await client.ask(`Bearer ${key}`, {
      method: 'POST',
      path: '/MailAccounts',
      body,
    });
    if (status !== 201) throw new Error(`not connected: ${status} ${text}`);
  }
  await eventually(async () => {
    for (const account of connected) {
      const { document } = await account.ask({ path: `/MailAccounts/${account.id}` });
      if (document?.data?.attributes?.watch?.lastProofAt == null)
        throw new Error(`${account.id} is not watched`);
    }
  }, EVENTS_MS);
  const looks = connected.map(async ({ id, user }) => [id, await lookAt(dovecot, user)] as const);
  return new Map(await Promise.all(looks));
}

async function lookAt(dovecot: Dovecot, user: string): Promise<LookedAccount> {
  const rights = { mailboxes: ['INBOX'], canMove: true, hasKeywords: true };
  const client = await ChangingClient.open(dovecot, dovecot.user(user), rights);
  try {
    return await client.look();
  } finally {
    await client.close();
  }
}

/** One account at work, with one thing at a time and races of two changes. */
class Worker {
  readonly account: SoakedAccount;
  readonly #registers: readonly FlagRegister[];
  #isOver = false;
  #running: Promise<void> | null = null;

  constructor(account: SoakedAccount, isDivided: (since: number) => boolean) {
    this.account = account;
    this.#registers = Array.from(
      { length: REGISTERS },
      () => new FlagRegister(account, account.newSubject(), isDivided),
    );
  }

  get registers(): readonly FlagRegister[] {
    return this.#registers;
  }

  get races(): number {
    return this.#registers.reduce((sum, { races }) => sum + races, 0);
  }

  async prepare(): Promise<void> {
    for (const { subject } of this.#registers) {
      await this.account.deliver(subject);
      this.account.inInbox.add(subject);
    }
  }

  start(): void {
    this.#running = this.#work();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    for (const register of this.#registers) await register.check();
  }

  async #work(): Promise<void> {
    const { random } = this.account;
    while (!this.#isOver) {
      const choice = random();
      if (choice < 0.5) await pick(this.#registers, random).step();
      else if (choice < 0.65) await listInbox(this.account);
      else await pick([writeDraft, sendMail, moveMail], random)(this.account);
      await wait(LEAST_PAUSE_MS + random() * (MOST_PAUSE_MS - LEAST_PAUSE_MS));
    }
  }
}

async function compareEvents(
  { dovecot }: Parts,
  {
    accounts,
    firsts,
    follower,
  }: {
    readonly accounts: readonly SoakedAccount[];
    readonly firsts: ReadonlyMap<string, LookedAccount>;
    readonly follower: EventFollower;
  },
): Promise<readonly string[]> {
  const problems: string[] = [];
  const deadline = performance.now() + EVENTS_MS;
  for (const { id, user, isConnected } of accounts) {
    const first = firsts.get(id);
    if (!isConnected || first === undefined) continue;
    const compare = async () => {
      const now = await lookAt(dovecot, user);
      assertTruth(follower.eventsOf(id), { first, stored: null, now });
    };
    await eventually(compare, Math.max(0, deadline - performance.now())).catch((error: unknown) => {
      problems.push(`events of ${user}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
  return problems;
}

async function compareMail(
  { dovecot, sandbox }: Parts,
  workers: readonly Worker[],
): Promise<readonly string[]> {
  const taken = new Map<string, number>();
  for (const { raw } of sandbox.acceptedMail) {
    const subject = beginningOf(/^Subject: (.*)\r$/m.exec(raw.toString('latin1'))?.[1] ?? '');
    taken.set(subject, (taken.get(subject) ?? 0) + 1);
  }
  const problems: string[] = [];
  for (const { account, registers } of workers) {
    const mail = await findMail(dovecot, dovecot.user(account.user));
    for (const claim of account.claims) {
      const mailboxes: Record<string, string[]> = {};
      for (const { mailbox, subject } of mail) {
        if (beginningOf(subject) === claim.subject)
          mailboxes[mailbox] = [...(mailboxes[mailbox] ?? []), subject];
      }
      const found: FoundMail = { mailboxes, taken: taken.get(claim.subject) ?? 0 };
      problems.push(...claim.problems(found).map((problem) => `${claim.title()}: ${problem}`));
    }
    for (const register of registers) {
      const copies = mail.filter(({ subject }) => subject === register.subject);
      const [copy] = copies;
      if (copies.length !== 1 || copy === undefined)
        problems.push(`${register.title}: ${copies.length} copies`);
      else if (!register.isPossible(copy.flags)) problems.push(`${register.title}: ${copy.flags.join(' ')}`);
    }
  }
  return problems;
}

function beginningOf(subject: string): string {
  return /^[^.]*\./.exec(subject)?.[0] ?? '';
}
