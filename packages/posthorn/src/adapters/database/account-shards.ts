import { type Kysely, sql } from 'kysely';
import { shardOf } from '../../domain/account-shard.ts';
import type { Schema } from './schema.ts';

/** PostgreSQL takes 65,535 parameters; more would delay the event loop. */
const BATCH_ROWS = 500;

/** Gives a shard to each account without one, in batches. Run it in a transaction that may be repeated. */
export async function fillShards(transaction: Kysely<Schema>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await transaction
      .selectFrom('accounts')
      .select('id')
      .where('shard', 'is', null)
      .where('id', '>', after)
      // The order of the index.
      .orderBy('shard')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    await writeShards(
      transaction,
      rows.map(({ id }) => id),
    );
    after = last.id;
  }
}

/** True for accounts that a Posthorn without shards in the table has created. */
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
