import { type Kysely, sql } from 'kysely';
import { shardOf } from '../../domain/accounts/account-shard.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** PostgreSQL takes 65,535 parameters; more rows would delay the event loop. */
const BATCH_ROWS = 500;

/** Gives accounts their missing shard. A transaction per batch locks no row for long. */
export async function fillShards(database: Database): Promise<void> {
  let filled: number;
  do filled = await database.transact(fillBatch);
  while (filled === BATCH_ROWS);
}

async function fillBatch(transaction: Kysely<Schema>): Promise<number> {
  const rows = await transaction
    .selectFrom('accounts')
    .select('id')
    .where('shard', 'is', null)
    // As in the index.
    .orderBy('shard')
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
  if (rows.length === 0) return 0;
  await writeShards(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** True after an update, and for accounts from older servers. */
export async function lacksShards(kysely: Kysely<Schema>): Promise<boolean> {
  const row = await kysely
    .selectFrom('accounts')
    .select('id')
    .where('shard', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Both engines name the columns of VALUES `column1` and `column2`. */
async function writeShards(transaction: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  const values = sql.join(ids.map((id) => sql`(${id}, cast(${shardOf(id)} as integer))`));
  await sql`update accounts set shard = filled.column2 from (values ${values}) as filled where accounts.id = filled.column1`.execute(
    transaction,
  );
}
