/** Many accounts at a sandbox, watched by one process that is killed again and again while they change. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, type SandboxUser, startSandbox } from 'posthorn-sandbox';
import type { EventLog } from '../../../src/application/ports/state/event-log.ts';
import type { MailAccount, MailAccountId } from '../../../src/domain/mail-account.ts';
import { pick } from '../../support/seeded-random.ts';
import { textOf } from '../changes/other-client.ts';
import { testAccount } from '../store-under-test.ts';
import type { LookedAccount } from './changing-client.ts';
import { assertTruth } from './event-truth.ts';
import { KilledWatchers } from './killed-watcher.ts';
import { beginWatcher, eventually, openLog, readEvents } from './watch-scene.ts';

/** How often, over how many accounts, and until when at the latest, by `performance.now()`. */
export interface ManyKills {
  readonly kills: number;
  readonly accounts: number;
  readonly random: () => number;
  readonly endsAt: number;
}

const PASSWORD = 'secret';
const MAILBOXES = ['INBOX', 'Work'];
const FLAGS = ['\\Seen', '\\Flagged', '\\Answered', 'later'];
const MAX_MESSAGES = 20;
const LIFE_MS = 3_000;
const BETWEEN_CHANGES_MS = 5;
const LAST_MS = 300_000;

interface Watched {
  readonly account: MailAccount;
  readonly user: SandboxUser;
  readonly first: LookedAccount;
  readonly stored: Set<string>;
}

/** Throws AssertionError where the events of an account are not what happened in it. */
export async function surviveWatcherKills({ kills, accounts, random, endsAt }: ManyKills) {
  const names = Array.from({ length: accounts }, (_, index) => `user${index}@example.org`);
  const sandbox = await startSandbox({ users: names.map((name) => ({ name, password: PASSWORD })) });
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-watched-'));
  const watchers = new KilledWatchers();
  const file = join(folder, 'p.db');
  const watched = names.map((name) => prepare(sandbox, name));
  const { log, close } = await openLog(
    file,
    watched.map(({ account }) => account),
  );
  try {
    await watchUntil(log, watched, async () => {
      for (const { account } of watched) {
        const seen = new Set((await log.positions(account.id)).map(({ mailbox }) => String(mailbox)));
        if (!MAILBOXES.every((mailbox) => seen.has(mailbox))) throw new Error(`${account.id} was not seen.`);
      }
    });
    const job = {
      ...{ file, port: sandbox.imapPort },
      accounts: watched.map(({ account: { id, name } }) => ({ id, name, password: PASSWORD })),
    };
    let lives = 0;
    for (; lives < kills && performance.now() < endsAt; lives += 1) {
      const running = await watchers.begin({
        ...job,
        advances: random() < 0.5 ? null : 1 + Math.floor(random() * accounts),
        isAfter: random() < 0.5,
      });
      watchers.prepare();
      const killed = running.kill(random() * LIFE_MS);
      await changeUntil(killed, { watched, random });
    }
    let events = 0;
    await watchUntil(log, watched, async () => {
      events = 0;
      for (const { account, user, first, stored } of watched) {
        const own = await readEvents(log, account.id);
        assertTruth(own, { first, stored, now: look(user) });
        events += own.length;
      }
    });
    return { lives, events };
  } finally {
    watchers.close();
    await close();
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}

function prepare(sandbox: Sandbox, name: string): Watched {
  const user = sandbox.user(name);
  user.createMailbox('Work');
  for (const mailbox of MAILBOXES) user.deliver('From: a@example.org\r\n\r\nText.\r\n', { mailbox });
  const [id = ''] = name.split('@');
  const account = {
    ...testAccount({ host: '127.0.0.1', port: sandbox.imapPort }, { name, password: PASSWORD }),
    id: id as MailAccountId,
  };
  return { account, user, first: look(user), stored: new Set() };
}

function look(user: SandboxUser): LookedAccount {
  return new Map(
    user.mailboxes().map(({ name, uidValidity }) => {
      const mail = user.messages(name).map(({ uid, flags }) => [uid, textOf(flags)] as const);
      return [name, { uidValidity, mail: new Map(mail) }];
    }),
  );
}

async function changeUntil(
  end: Promise<unknown>,
  { watched, random }: { readonly watched: readonly Watched[]; readonly random: () => number },
): Promise<void> {
  let isOver = false;
  const ended = end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    changeOne(pick(watched, random), random);
    await wait(random() * BETWEEN_CHANGES_MS);
  }
  await ended;
}

function changeOne({ user, stored }: Watched, random: () => number): void {
  const mailbox = pick(MAILBOXES, random);
  const uids = user.messages(mailbox).map(({ uid }) => uid);
  const choice = random();
  if (uids.length === 0 || (choice < 0.5 && uids.length < MAX_MESSAGES)) {
    user.deliver('From: a@example.org\r\n\r\nText.\r\n', { mailbox });
  } else if (choice < 0.75) user.expunge(mailbox, pick(uids, random));
  else {
    const uid = pick(uids, random);
    stored.add(`${mailbox} ${uid}`);
    user.setFlags(
      mailbox,
      uid,
      FLAGS.filter(() => random() < 0.5),
    );
  }
}

/** Watches all without an end from outside, until the check passes. */
async function watchUntil(
  log: EventLog,
  watched: readonly Watched[],
  check: () => Promise<void>,
): Promise<void> {
  const ends = watched.map(({ account }) => beginWatcher({ log, account }, { timing: { sweepMs: 2_000 } }));
  try {
    await eventually(check, LAST_MS);
  } finally {
    for (const end of ends) await end();
  }
}
