/** Many accounts at one server, watched by one process that is killed again and again while other clients change them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, startSandbox } from 'posthorn-sandbox';
import type { EventLog } from '../../../src/application/ports/state/event-log.ts';
import type { MailAccount, MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { type MailUser, startDovecot } from '../../support/dovecot.ts';
import type { ImapEndpoint } from '../../support/imap-connection.ts';
import { pick } from '../../support/seeded-random.ts';
import { PROFILE_VARIANTS } from '../profile-variants.ts';
import { testAccount } from '../store-under-test.ts';
import { ChangingClient, type ClientRights, type LookedAccount } from './changing-client.ts';
import { assertTruth } from './event-truth.ts';
import { KilledWatchers } from './killed-watcher.ts';
import { beginWatcher, eventually, openLog, readEvents } from './watch-scene.ts';

/** The servers by name: Dovecot, the sandbox, and the sandbox as each provider. */
export const WATCHED_SERVERS = [
  'dovecot',
  'sandbox',
  ...PROFILE_VARIANTS.map(({ profile }) => profile),
] as const;

/** The number of kills, of accounts, and the latest end by `performance.now()`. */
export interface ManyKills {
  readonly server: string;
  readonly kills: number;
  readonly accounts: number;
  readonly random: () => number;
  readonly endsAt: number;
}

interface WatchedServer extends ImapEndpoint {
  /** How its accounts may be changed. */
  rightsOf(user: MailUser): ClientRights;
  /** The flags of one message change with those of others. */
  readonly sharesFlags: boolean;
  /** Missing without faults. Returns an end. */
  harm?(fault: Fault): () => void;
  close(): Promise<void>;
}

interface Watched {
  readonly account: MailAccount;
  readonly user: MailUser;
  readonly client: ChangingClient;
  readonly first: LookedAccount;
  isChanging: boolean;
}

const WITHOUT_MOVE: ReadonlySet<string> = new Set(['gmx', 'minimal']);
const LIFE_MS = 3_000;
const LANES = 4;
const BETWEEN_CHANGES_MS = 5;
const OF_FOLDERS = 0.05;
const HARMED = 0.5;
const LAST_MS = 300_000;
/** Without comparisons of whole folders, which would find what the watchers have lost. */
const LAST_TIMING = { sweepMs: 2_000 };
/** Connections that freeze, and those that no longer see changes. */
const FAULTS: readonly Fault[] = [{ kind: 'freeze', at: 'notification', nth: 3 }, { kind: 'silence' }];

/** Throws AssertionError where the events of an account are not what happened in it. */
export async function surviveWatcherKills({ server: name, kills, accounts, random, endsAt }: ManyKills) {
  const users = Array.from({ length: accounts }, (_, index) => ({
    ...{ name: `user${index}@example.org`, password: 'secret' },
  }));
  const server = await (name === 'dovecot' ? openDovecot(users) : openSandbox(name, users));
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-watched-'));
  const watchers = new KilledWatchers();
  const file = join(folder, 'p.db');
  const watched: Watched[] = [];
  for (const user of users) watched.push(await prepare(server, user));
  const { log, close } = await openLog(
    file,
    watched.map(({ account }) => account),
  );
  try {
    await watchUntil(log, watched, async () => {
      for (const { account, first } of watched) {
        const seen = new Set((await log.positions(account.id)).map(({ mailbox }) => String(mailbox)));
        if (![...first.keys()].every((mailbox) => seen.has(mailbox)))
          throw new Error(`${account.id} was not seen.`);
      }
    });
    const job = {
      ...{ file, port: server.port },
      accounts: watched.map(({ account: { id }, user }) => ({ id, ...user })),
    };
    let lives = 0;
    for (; lives < kills && performance.now() < endsAt; lives += 1) {
      const running = await watchers.begin({
        ...job,
        advances: random() < 0.5 ? null : 1 + Math.floor(random() * accounts),
        isAfter: random() < 0.5,
      });
      watchers.prepare();
      const heal = harm(server, random);
      await changeUntil(running.kill(random() * LIFE_MS), { watched, random });
      heal();
    }
    let events = 0;
    const looked = new Map<Watched, LookedAccount>();
    for (const each of watched) looked.set(each, await each.client.look());
    await watchUntil(log, watched, async () => {
      events = 0;
      for (const [{ account, client, first }, now] of looked) {
        const own = await readEvents(log, account.id);
        const stored = server.sharesFlags ? null : client.stored;
        assertTruth(own, { first, stored, folders: client, now });
        events += own.length;
      }
    });
    return { lives, events };
  } finally {
    watchers.close();
    await close();
    for (const { client } of watched) await client.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
}

async function openDovecot(users: readonly MailUser[]): Promise<WatchedServer> {
  const dovecot = await startDovecot({ users });
  return {
    ...{ host: dovecot.host, port: dovecot.port, sharesFlags: false },
    rightsOf: () => ({ mailboxes: ['INBOX', 'Work'], canMove: true, hasKeywords: true }),
    close: () => dovecot.stop(),
  };
}

async function openSandbox(name: string, users: readonly MailUser[]): Promise<WatchedServer> {
  const variant = PROFILE_VARIANTS.find(({ profile }) => profile === name);
  const { layout: _flat, ...options } = variant?.options ?? {};
  const sandbox = await startSandbox({ ...options, users: [...users] });
  return {
    ...{ host: '127.0.0.1', port: sandbox.imapPort, sharesFlags: name === 'gmail' },
    rightsOf: (user) => ({
      ...{ mailboxes: ['INBOX', 'Work'], canMove: !WITHOUT_MOVE.has(name), hasKeywords: true },
      deliver: (mailbox, raw) => sandbox.user(user.name).deliver(raw, { mailbox }),
    }),
    harm: (fault) => sandbox.faults.add(fault),
    close: () => sandbox.close(),
  };
}

async function prepare(server: WatchedServer, user: MailUser): Promise<Watched> {
  const client = await ChangingClient.open(server, user, server.rightsOf(user));
  await client.make('Work');
  for (const mailbox of client.mailboxes) await client.deliver(mailbox);
  const [id = ''] = user.name.split('@');
  const account = { ...testAccount(server, user), id: id as MailAccountId };
  return { account, user, client, first: await client.look(), isChanging: false };
}

function harm({ harm: add }: WatchedServer, random: () => number): () => void {
  const isHarmed = random() < HARMED;
  const fault = pick(FAULTS, random);
  return add !== undefined && isHarmed ? add(fault) : () => undefined;
}

async function changeUntil(
  end: Promise<unknown>,
  { watched, random }: { readonly watched: readonly Watched[]; readonly random: () => number },
): Promise<void> {
  let isOver = false;
  const ended = end.finally(() => {
    isOver = true;
  });
  const change = async (): Promise<void> => {
    while (!isOver) {
      const idle = watched.filter(({ isChanging }) => !isChanging);
      if (idle.length > 0) await changeOne(pick(idle, random), random);
      await wait(random() * BETWEEN_CHANGES_MS);
    }
  };
  await Promise.all([ended, ...Array.from({ length: LANES }, change)]);
}

async function changeOne(watched: Watched, random: () => number): Promise<void> {
  watched.isChanging = true;
  const { client } = watched;
  await (random() < OF_FOLDERS ? client.changeFolderAtRandom(random) : client.changeAtRandom(random));
  watched.isChanging = false;
}

/** Watches all without an end from outside, until the check passes. */
async function watchUntil(
  log: EventLog,
  watched: readonly Watched[],
  check: () => Promise<void>,
): Promise<void> {
  const ends = watched.map(({ account }) => beginWatcher({ log, account }, { timing: LAST_TIMING }));
  try {
    await eventually(check, LAST_MS);
  } finally {
    for (const end of ends) await end();
  }
}
