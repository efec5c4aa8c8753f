/** Each node reads the accounts of its shards, also those that an older version has written. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { copyDatabase } from '../../../src/adapters/database/copy.ts';
import type { Database } from '../../../src/adapters/database/database.ts';
import { MIGRATIONS, migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { toAccountRow } from '../../../src/adapters/database/tables/account-row.ts';
import { createTableAccounts } from '../../../src/adapters/database/tables/table-accounts.ts';
import type { ReadableAccount } from '../../../src/application/ports/state/accounts.ts';
import { SHARDS, type Shard, shardOf } from '../../../src/domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { describeEngines, openEach } from './databases.ts';
import { fillTables, readTables } from './filled-tables.ts';

/** Above two pages. */
const MANY = 1_200;
const PAGE = 500;
const ALL = Array.from({ length: SHARDS }, (_, shard) => shard as Shard);
const idOf = (index: number) => `a${index}` as MailAccountId;
const idsOf = (accounts: readonly ReadableAccount[]) => accounts.map(({ id }) => id).sort();
const expected = (isIncluded: (id: MailAccountId) => boolean) =>
  Array.from({ length: MANY }, (_, index) => idOf(index))
    .filter(isIncluded)
    .sort();

describeEngines('Shards of accounts', (newLocation) => {
  const open = openEach(newLocation);

  it('let a node read its own accounts, and no row of others', async () => {
    const database = await openFilled(open);
    const counted = countRows(database);
    const own = ALL.filter((shard) => shard % 2 === 0);

    const listed = await createTableAccounts(counted.database).listReadable(own);

    assert.deepEqual(
      idsOf(listed),
      expected((id) => shardOf(id) % 2 === 0),
    );
    assert.equal(counted.rows(), listed.length);
  });

  it('take one query for each page, however many they are', async () => {
    const database = await openFilled(open);
    const counted = countRows(database);

    const listed = await createTableAccounts(counted.database).listReadable(ALL.slice(1));

    assert.deepEqual(
      idsOf(listed),
      expected((id) => shardOf(id) !== 0),
    );
    // One more looks for rows without a shard.
    assert.equal(counted.queries(), Math.ceil(listed.length / PAGE) + 1);
  });

  it('are not looked at by a process that has all, and nothing is read by one that has none', async () => {
    const database = await openFilled(open);
    const [whole, none] = [countRows(database), countRows(database)];

    const all = await createTableAccounts(whole.database).listReadable(null);
    const nothing = await createTableAccounts(none.database).listReadable([]);

    assert.deepEqual([all.length, whole.queries()], [MANY, Math.ceil(MANY / PAGE)]);
    assert.deepEqual([nothing, none.queries()], [[], 0]);
  });

  it('are those of accounts that were there before', async () => {
    const database = await openEarlier();
    await fillTables(database, MANY);
    const { accounts: before } = await readTables(database);

    await migrate(database);
    await createTableAccounts(database).listReadable([shardOf(idOf(1))]);

    const rows = await readShards(database);
    const { accounts: after } = await readTables(database);
    await database.close();
    assert.deepEqual(after, before);
    assert.equal(rows.length, MANY);
    assert.deepEqual(
      rows.filter(({ id, shard }) => shard !== shardOf(id)),
      [],
    );
  });

  it('are found for accounts that an older version writes beside this one', async () => {
    const database = await open();
    const accounts = createTableAccounts(database);
    const id = idOf(1);
    await writeOlder(database, [id, idOf(2)]);

    const all = await accounts.listReadable(null);
    const own = await accounts.listReadable([shardOf(id)]);

    assert.deepEqual(idsOf(all), [id, idOf(2)]);
    assert.deepEqual(idsOf(own), [id]);
    assert.deepEqual(
      await readShards(database),
      [id, idOf(2)].map((each) => ({ id: each, shard: shardOf(each) })),
    );
  });

  it('come with a change of an account, and stay through one by an older version', async () => {
    const database = await open();
    const accounts = createTableAccounts(database);
    await writeOlder(database, [idOf(1)]);

    await accounts.save(buildAccount({ id: idOf(1), epoch: 1 }));
    const changed = await readShards(database);
    const { shard: _shard, ...older } = toAccountRow(buildAccount({ id: idOf(1), name: 'Other', epoch: 3 }));
    await database.run((kysely) =>
      kysely.updateTable('accounts').set(older).where('id', '=', idOf(1)).execute(),
    );

    assert.deepEqual(changed, [{ id: idOf(1), shard: shardOf(idOf(1)) }]);
    assert.deepEqual(await readShards(database), changed);
  });

  it('are found by several nodes at once', async () => {
    const database = await open();
    const accounts = createTableAccounts(database);
    const ids = Array.from({ length: MANY }, (_, index) => idOf(index));
    await writeOlder(database, ids);
    const parts = [0, 1, 2].map((part) => ALL.filter((shard) => shard % 3 === part));

    const listed = await Promise.all(parts.map((shards) => accounts.listReadable(shards)));

    assert.deepEqual(
      idsOf(listed.flat()),
      expected(() => true),
    );
  });

  it('are copied to another database', async () => {
    const [source, target] = [await open(), await open()];
    await createTableAccounts(source).save(buildAccount({ id: idOf(1) }));
    await writeOlder(source, [idOf(2)]);

    await copyDatabase(source, target);

    assert.deepEqual(await readShards(target), await readShards(source));
  });

  async function openEarlier(): Promise<Database> {
    const location = await newLocation();
    const database = await openDatabase({ location, readPassword: null, isServer: false, connectMs: 5_000 });
    const before = MIGRATIONS.findIndex(({ name }) => name === '0011-account-shards');
    await migrate(database, MIGRATIONS.slice(0, before));
    return database;
  }
});

/** Saved accounts, in one transaction. */
async function openFilled(open: () => Promise<Database>): Promise<Database> {
  const database = await open();
  const rows = Array.from({ length: MANY }, (_, index) =>
    toAccountRow(buildAccount({ id: idOf(index), epoch: 1 })),
  );
  await database.run((kysely) => kysely.insertInto('accounts').values(rows).execute());
  return database;
}

/** Writes accounts as a version without the column does. */
async function writeOlder(database: Database, ids: readonly MailAccountId[]): Promise<void> {
  const rows = ids.map((id) => {
    const { shard: _shard, ...row } = toAccountRow(buildAccount({ id, epoch: 1 }));
    return row as ReturnType<typeof toAccountRow>;
  });
  await database.run((kysely) => kysely.insertInto('accounts').values(rows).execute());
}

async function readShards(database: Database) {
  const rows = await database.run((kysely) =>
    kysely.selectFrom('accounts').select(['id', 'shard']).orderBy('id').execute(),
  );
  return rows;
}

/** The same database, and how many queries it has answered with how many rows. */
function countRows(database: Database) {
  const answers: number[] = [];
  const counting = {
    engine: database.engine,
    async run<Result>(work: Parameters<typeof database.run<Result>>[0]) {
      const result = await database.run(work);
      answers.push(Array.isArray(result) ? result.length : 0);
      return result;
    },
  } as Database;
  return {
    database: counting,
    queries: () => answers.length,
    rows: () => answers.reduce((sum, count) => sum + count, 0),
  };
}
