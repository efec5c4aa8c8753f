import { sql, type Transaction } from 'kysely';
import type { Database, Engine } from '../database.ts';
import type { Schema } from '../schema.ts';
import { StoreRefusedError } from '../store-errors.ts';
import { accountsMigration } from './0001-accounts.ts';
import { apiKeysMigration } from './0002-api-keys.ts';
import { requestsMigration } from './0003-requests.ts';
import { messagesMigration } from './0004-messages.ts';
import { signInsMigration } from './0005-sign-ins.ts';
import { pendingAnswersMigration } from './0006-pending-answers.ts';
import { eventsMigration } from './0007-events.ts';
import { webhooksMigration } from './0008-webhooks.ts';
import { nodesMigration } from './0009-nodes.ts';
import { eventReadersMigration } from './0010-event-readers.ts';
import { accountShardsMigration } from './0011-account-shards.ts';
import { type Migration, type MigrationTools, textOf, toolsOf } from './migration.ts';

/** Released migrations never change. */
export const MIGRATIONS: readonly Migration[] = [
  accountsMigration,
  apiKeysMigration,
  requestsMigration,
  messagesMigration,
  signInsMigration,
  pendingAnswersMigration,
  eventsMigration,
  webhooksMigration,
  nodesMigration,
  eventReadersMigration,
  accountShardsMigration,
];

/** Unique in the database. */
const LOCK_ID = 7_678_484_778;

/**
 * Applies missing migrations in one transaction, one process at a time; returns their names. Throws
 * StoreRefusedError for a newer database.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  return database.transact(async (transaction) => {
    await takeTurn(transaction, database.engine);
    await transaction.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', textOf(database.engine), (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    const missing = missingOf(await readNames(transaction), migrations);
    for (const { name, up } of missing) {
      await up({ ...rowToolsOf(transaction), ...toolsOf(database.engine) });
      await transaction.insertInto('migrations').values({ name, applied_at: Date.now() }).execute();
    }
    return missing.map(({ name }) => name);
  });
}

function rowToolsOf(transaction: Transaction<Schema>): Pick<MigrationTools, 'schema' | 'insert'> {
  return {
    schema: transaction.schema,
    async insert(table, rows) {
      await transaction
        .insertInto(table as 'accounts')
        .values(rows as never)
        .execute();
    },
  };
}

/** The missing ones. Throws like `migrate`. */
export async function pendingMigrations(database: Database): Promise<readonly string[]> {
  const names = await database.run((kysely) =>
    kysely.introspection.getTables().then((tables) => {
      const isThere = tables.some(({ name }) => name === 'migrations');
      return isThere ? kysely.selectFrom('migrations').select('name').execute() : [];
    }),
  );
  return missingOf(
    names.map(({ name }) => name),
    MIGRATIONS,
  ).map(({ name }) => name);
}

/** A file's transaction is a lock. */
async function takeTurn(transaction: Transaction<Schema>, engine: Engine): Promise<void> {
  if (engine === 'file') return;
  // Another server may migrate.
  await sql`set local lock_timeout = 0`.execute(transaction);
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${LOCK_ID})`.execute(transaction);
}

async function readNames(transaction: Transaction<Schema>): Promise<readonly string[]> {
  const rows = await transaction.selectFrom('migrations').select('name').execute();
  return rows.map(({ name }) => name);
}

function missingOf(applied: readonly string[], migrations: readonly Migration[]): readonly Migration[] {
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown !== undefined) {
    throw new StoreRefusedError(
      `The database was used by a newer Posthorn (it has the migration ${unknown}). Start that version, or restore a backup.`,
    );
  }
  return migrations.filter(({ name }) => !applied.includes(name));
}
