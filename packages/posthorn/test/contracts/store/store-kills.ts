/** Ends of processes in the middle of their work on a database, and what must hold then. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../../src/adapters/database/database.ts';
import { MIGRATIONS, migrate, pendingMigrations } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { type OpenStore, openTables } from '../../../src/adapters/database/open-store.ts';
import { examineSecrets, rotateSecrets } from '../../../src/adapters/database/rotation.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { loginBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import type { DatabaseLocation } from '../../../src/domain/values/database-location.ts';
import { pick } from '../../support/seeded-random.ts';
import type { NewLocation } from './databases.ts';
import { fillTables, readTables } from './filled-tables.ts';
import type { KilledProcesses } from './killed-process.ts';
import { boxOf, type KilledJob, keysOf } from './killed-work.ts';
import { buildSealedAccount, opens } from './sealed-rows.ts';

/** A run of kills; the same seed, the same ends. */
export interface KillRun {
  readonly newLocation: NewLocation;
  readonly processes: KilledProcesses;
  readonly random: () => number;
  readonly kills: number;
}

type Keys = KilledJob['keys'];

const newKey = (name: string): Keys[number] => [name, randomBytes(32).toString('base64')];
const ACCOUNTS = 120;
const upTo = (limit: number, random: () => number) => Math.floor(random() * limit);

/** Kills migrations from each earlier schema; returns how many ended before their last statement. */
export async function killMigrations({ newLocation, processes, random, kills }: KillRun): Promise<number> {
  let killed = 0;
  for (let count = 0; count < kills; count += 1) {
    const location = await newLocation();
    const before = await fillSchema(location, count % MIGRATIONS.length);
    const missing = MIGRATIONS.slice(count % MIGRATIONS.length).map(({ name }) => name);
    // A migration has about six statements, and the whole has six more.
    const job = {
      work: 'migrate',
      location,
      keys: [],
      target: '',
      statements: upTo(missing.length * 6 + 6, random),
    } as const;

    const [end] = await runAll(processes, [job, ...othersAtOnce(job, count)]);

    await withDatabase(location, async (database) => {
      const pending = await pendingMigrations(database);
      if (pending.length > 0) assert.deepEqual(pending, missing);
      await migrate(database);
      assert.deepEqual(await readKnown(database, before), before);
    });
    await (await openServer(location, [newKey('k')])).close();
    if (end?.isKilled) killed += 1;
  }
  return killed;
}

/** Kills rotations beside a server that reads and writes; all secrets open at every time. */
export async function killRotations({ newLocation, processes, random, kills }: KillRun): Promise<number> {
  const location = await newLocation();
  let keys: Keys = [newKey('k0')];
  const server = await openServer(location, keys);
  const { accounts, secretBox } = server.store;
  const promised = await saveAccounts(server, { prefix: 'old', count: ACCOUNTS });
  let killed = 0;
  try {
    for (let count = 1; count <= kills; count += 1) {
      keys = [newKey(`k${count}`), ...keys];
      await server.useKeys(keysOf(keys));
      const job = {
        work: 'rotate',
        location,
        keys,
        target: '',
        statements: upTo(ACCOUNTS * 1.4, random),
      } as const;
      processes.prepare();
      const ended = processes.run(job);
      let isOver = false;
      const over = ended.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        const id = pick(promised, random);
        assert.ok(opens(secretBox, await accounts.find(id)), id);
        if (promised.length < ACCOUNTS * 2)
          promised.push(...(await saveAccounts(server, { prefix: `n${promised.length}-`, count: 1 })));
        await wait(2);
      }
      if ((await over).isKilled) killed += 1;
      const retired = await withDatabase(location, async (database) => {
        assert.equal((await examineSecrets(database, boxOf(keys))).unreadable, 0);
        return (await rotateSecrets(database, boxOf(keys))).retired;
      });
      assert.ok(retired.includes(`k${count - 1}`));
      keys = keys.slice(0, 1);
      await server.useKeys(keysOf(keys));
      await withDatabase(location, async (database) => {
        assert.equal((await examineSecrets(database, boxOf(keys))).unreadable, 0);
      });
    }
    for (const id of promised) assert.ok(opens(secretBox, await accounts.find(id)), id);
    return killed;
  } finally {
    await server.close();
  }
}

/** Kills the connection, change and removal of accounts; each account is whole, and as it was promised last. */
export async function killConnections({ newLocation, processes, random, kills }: KillRun): Promise<number> {
  const location = await newLocation();
  const keys = [newKey('k')];
  await (await openServer(location, keys)).close();
  let killed = 0;
  for (let count = 0; count < kills; count += 1) {
    const job = {
      work: 'connect',
      location,
      keys,
      target: `c${count}-`,
      statements: upTo(24, random),
    } as const;
    const { lines, isKilled } = await processes.run(job);
    processes.prepare();
    const server = await openServer(location, keys);
    try {
      await requirePromised(server, { lines, prefix: job.target });
    } finally {
      await server.close();
    }
    if (isKilled) killed += 1;
  }
  return killed;
}

async function requirePromised(
  { store: { accounts, secretBox } }: OpenStore,
  { lines, prefix }: { readonly lines: readonly string[]; readonly prefix: string },
): Promise<void> {
  const promised = new Map(lines.map((line) => line.split(' ').reverse() as [string, string]));
  // One more may have been begun.
  const ids = new Set([...promised.keys(), `${prefix}${promised.size}`]);
  for (const id of ids) {
    const account = await accounts.find(id as MailAccountId);
    const word = promised.get(id);
    if (account === null) {
      assert.ok([undefined, 'second', 'removed'].includes(word), `${id} is gone after ${word}`);
      if (word === 'second') assert.equal(Number(id.slice(prefix.length)) % 2, 1);
      continue;
    }
    assert.ok(account.login.mechanism === 'password');
    const password = secretBox.open(account.login.password, loginBinding(account)).reveal();
    const allowed = { first: ['first', 'second'], second: ['second'], removed: [] }[word ?? ''] ?? ['first'];
    assert.ok(allowed.includes(password), `${id} has ${password} after ${word}`);
    assert.deepEqual([account.state, account.outbox?.host], ['ok', 'smtp.example.org']);
  }
}

/** Kills writers of accounts and keys; what they had promised is there, and keys have all of their accounts. */
export async function killWriters({ newLocation, processes, random, kills }: KillRun): Promise<number> {
  const location = await newLocation();
  const keys = [newKey('k')];
  await (await openServer(location, keys)).close();
  for (let count = 0; count < kills; count += 1) {
    const isTimed = random() < 0.5;
    const job = {
      work: 'write',
      location,
      keys,
      target: `w${count}-`,
      statements: isTimed ? null : upTo(60, random),
    } as const;
    const { lines } = await processes.run(job, isTimed ? upTo(60, random) : null);
    processes.prepare();

    const { store, close } = await openServer(location, keys);
    const { accounts, apiKeys, secretBox } = store;
    try {
      for (const line of lines) {
        const [, key] = /^key (.+)$/.exec(line) ?? [];
        if (key === undefined) assert.ok(opens(secretBox, await accounts.find(line as MailAccountId)), line);
        else assert.ok(await apiKeys.find(key as ApiKeyId), line);
      }
      const half = (await apiKeys.list({ after: null, limit: 10_000 })).filter(
        (key) => key.accounts?.length !== 2,
      );
      assert.deepEqual(half, []);
    } finally {
      await close();
    }
  }
  return kills;
}

/** Kills backups of a file that a server writes; a backup is whole or is not there. */
export async function killBackups({ newLocation, processes, random, kills }: KillRun): Promise<number> {
  const location = await newLocation();
  if (location.engine !== 'file') throw new Error('Only a file is backed up.');
  const keys = [newKey('k')];
  const server = await openServer(location, keys);
  await withDatabase(location, (database) => fillTables(database, 20_000));
  let killed = 0;
  try {
    for (let count = 0; count < kills; count += 1) {
      const target = `${location.path}.backup`;
      processes.prepare();
      const promised = await saveAccounts(server, { prefix: `b${count}-`, count: 5 });
      const job = { work: 'back-up', location, keys: [], target, statements: null } as const;
      const { isKilled } = await processes.run(job, upTo(120, random));
      if (isKilled) killed += 1;
      assert.ok(isKilled || existsSync(target));
      if (!existsSync(target)) continue;
      const backup = await openServer({ engine: 'file', path: target }, keys);
      for (const id of promised)
        assert.ok(opens(backup.store.secretBox, await backup.store.accounts.find(id)), id);
      await backup.close();
      for (const suffix of ['', '-wal', '-shm', '.lock']) await rm(target + suffix, { force: true });
    }
    return killed;
  } finally {
    await server.close();
  }
}

/** Opens the store as a server does at its start. */
function openServer(location: DatabaseLocation, keys: Keys): Promise<OpenStore> {
  const secretBox = boxOf(keys);
  return openTables({
    location,
    secretBox,
    readPassword: null,
    isServer: true,
    connectMs: 10_000,
    now: Date.now,
  });
}

/** PostgreSQL has several servers: every third of its migrations is begun by three at once. */
function othersAtOnce(job: KilledJob & { readonly statements: number }, count: number): readonly KilledJob[] {
  if (job.location.engine === 'file' || count % 3 !== 0) return [];
  return [
    { ...job, statements: null },
    { ...job, statements: job.statements + 7 },
  ];
}

async function runAll(processes: KilledProcesses, jobs: readonly KilledJob[]) {
  const ends = jobs.map((job) => processes.run(job));
  processes.prepare();
  return Promise.all(ends);
}

/** Writes rows under an earlier schema. */
async function fillSchema(location: DatabaseLocation, migrations: number) {
  return withDatabase(location, async (database) => {
    await migrate(database, MIGRATIONS.slice(0, migrations));
    await fillTables(database, 50);
    return readTables(database);
  });
}

/** Later migrations add tables. */
async function readKnown(database: Database, known: Readonly<Record<string, readonly unknown[]>>) {
  const contents = await readTables(database);
  return Object.fromEntries(Object.entries(contents).filter(([table]) => table in known));
}

async function saveAccounts(
  { store }: OpenStore,
  { prefix, count }: { readonly prefix: string; readonly count: number },
) {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}${index}` as MailAccountId);
  for (const id of ids) assert.equal(await store.accounts.save(buildSealedAccount(store.secretBox, id)), 1);
  return ids;
}

async function withDatabase<Result>(
  location: DatabaseLocation,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ location, readPassword: null, isServer: false, connectMs: 10_000 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
