import { type Kysely, sql } from 'kysely';
import { shardOf } from '../../domain/account-shard.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** PostgreSQL takes 65,535 parameters; more would delay the event loop. */
const BATCH_ROWS = 500;

/** Gives a shard to each account without one. Each batch has its transaction, so that no row is locked for long. */
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
    // The order of the index.
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

/** True after an update, and for accounts that a Posthorn without shards in the table has created. */
export async function lacksShards(kysely: Kysely<Schema>): Promise<boolean> {
  const row = await kysely
    .selectFrom('accounts')
    .select('id')
    .where('shard', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** `column1` and `column2` are the names that both engines give to columns of VALUES. */
async function writeShards(transaction: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  const values = sql.join(ids.map((id) => sql`(${id}, cast(${shardOf(id)} as integer))`));
  await sql`update accounts set shard = filled.column2 from (values ${values}) as filled where accounts.id = filled.column1`.execute(
    transaction,
  );
}
