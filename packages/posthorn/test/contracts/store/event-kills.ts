/** Ends of processes that write events, and what the log must have then. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openTables } from '../../../src/adapters/database/open-store.ts';
import type { EventLog } from '../../../src/application/ports/state/event-log.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { DatabaseLocation } from '../../../src/domain/values/database-location.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { boxOf, type KilledJob } from './killed-work.ts';
import type { KillRun } from './store-kills.ts';

const WRITERS = ['one', 'two'];

/**
 * Kills one of two processes that write events of the same account and of one of their own, while a reader
 * pages. Each position has its events, and the reader has all of them once.
 */
export async function killAppenders({ newLocation, processes, random, kills }: KillRun): Promise<number> {
  const location = await newLocation();
  const keys: KilledJob['keys'] = [['k', randomBytes(32).toString('base64')]];
  const { store, close } = await openServer(location, keys);
  const { accounts, events } = store;
  for (const id of ['shared', ...WRITERS])
    await accounts.save(buildAccount({ id: id as MailAccountId, state: 'connecting' }));
  const read: string[] = [];
  let killed = 0;
  let after = 0;
  const readOn = async (): Promise<boolean> => {
    const page = await events.list({ filter: {}, after, limit: 7 });
    after = page.at(-1)?.position ?? after;
    read.push(...page.map(({ event }) => event.id));
    return page.length > 0;
  };
  try {
    for (let count = 0; count < kills; count += 1) {
      const jobs = WRITERS.map((target, index) => ({
        ...({ work: 'append', location, keys, target } as const),
        statements: index === 0 ? Math.floor(random() * 40) : 50,
      }));
      let isOver = false;
      const ends = jobs.map((job) => processes.run(job));
      processes.prepare();
      const all = Promise.all(ends).finally(() => {
        isOver = true;
      });
      // A file answers without giving way to the ends of processes.
      while (!isOver) await Promise.all([readOn(), wait(2)]);
      for (const { isKilled, lines } of await all) {
        if (isKilled) killed += 1;
        for (const line of lines) await requirePromised(events, line);
      }
      while (await readOn());
      for (const id of ['shared', ...WRITERS]) await requireExact(events, id as MailAccountId);
    }
    const written = await events.list({ filter: {}, after: 0, limit: 1_000_000 });
    assert.deepEqual(
      read,
      written.map(({ event }) => event.id),
    );
    assert.equal(new Set(read).size, read.length);
    return killed;
  } finally {
    await close();
  }
}

/** The position says how many events there are: none is lost, none is doubled. */
async function requireExact(events: EventLog, account: MailAccountId): Promise<void> {
  const [position] = await events.positions(account);
  const found = await events.list({ filter: { accounts: [account] }, after: 0, limit: 1_000_000 });
  const count = position === undefined ? 0 : Buffer.from(position.position).readUInt32BE();
  assert.deepEqual(
    found.map(({ event }) => event.message?.uid),
    Array.from({ length: count }, (_, index) => index + 1),
    account,
  );
}

async function requirePromised(events: EventLog, line: string): Promise<void> {
  const [account = '', uid = ''] = line.split(' ');
  const [position] = await events.positions(account as MailAccountId);
  const count = position === undefined ? 0 : Buffer.from(position.position).readUInt32BE();
  assert.ok(count >= Number(uid), `${line}, and ${count} are there`);
}

function openServer(location: DatabaseLocation, keys: KilledJob['keys']) {
  return openTables({
    ...{ location, secretBox: boxOf(keys), readPassword: null, connectMs: 10_000, now: Date.now },
    isServer: false,
  });
}
