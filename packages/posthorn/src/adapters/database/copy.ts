import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { AccountRow, Schema } from './schema.ts';
import { StoreRefusedError } from './store-errors.ts';

/** Referenced rows first. Leases end with their processes. */
const TABLES = [
  { name: 'secret_checks', key: ['key_name'] },
  { name: 'accounts', key: ['id'] },
  { name: 'grants', key: ['account_id'] },
  { name: 'connect_sessions', key: ['id'] },
  { name: 'api_keys', key: ['id'] },
  { name: 'api_key_accounts', key: ['key_id', 'account_id'] },
  { name: 'answers', key: ['key'] },
  { name: 'rate_limits', key: ['name'] },
  { name: 'message_fates', key: ['key'] },
  { name: 'recent_originals', key: ['reader', 'key'] },
  { name: 'file_takings', key: ['file'] },
  { name: 'sign_in_refusals', key: ['login'] },
  { name: 'client_standings', key: ['client'] },
  { name: 'event_log', key: ['name'] },
  { name: 'events', key: ['position'] },
  { name: 'event_readers', key: ['reader', 'position'] },
  { name: 'watch_positions', key: ['account_id', 'mailbox'] },
  { name: 'webhooks', key: ['id'] },
  { name: 'webhook_accounts', key: ['webhook_id', 'account_id'] },
  { name: 'webhook_lanes', key: ['webhook_id', 'lane'] },
  { name: 'webhook_deliveries', key: ['id'] },
] as const satisfies readonly { readonly name: keyof Schema; readonly key: readonly string[] }[];

type TableName = (typeof TABLES)[number]['name'];

/** PostgreSQL takes 65,535 parameters; the widest row has 22. */
const BATCH_ROWS = 500;

/**
 * Copies all rows in one transaction; returns counts by table. Throws StoreRefusedError for a target with
 * accounts or keys.
 */
export async function copyDatabase(
  source: Database,
  target: Database,
): Promise<Readonly<Record<TableName, number>>> {
  return target.transact(async (transaction) => {
    await refuseRows(transaction);
    const counts: [TableName, number][] = [];
    for (const { name, key } of TABLES)
      counts.push([name, await copyTable({ source, transaction, name, key })]);
    return Object.fromEntries(counts) as Record<TableName, number>;
  });
}

interface TableCopy {
  readonly source: Database;
  readonly transaction: Transaction<Schema>;
  readonly name: TableName;
  readonly key: readonly string[];
}

/** From key to key: after a removal, an offset would skip rows. */
async function copyTable({ source, transaction, name, key }: TableCopy): Promise<number> {
  let count = 0;
  for (let last: readonly unknown[] | null = null; ; ) {
    const rows: readonly AccountRow[] = await readPage(source, { name, key, last });
    if (rows.length > 0)
      await transaction
        .insertInto(name as 'accounts')
        .values(rows)
        .execute();
    count += rows.length;
    if (rows.length < BATCH_ROWS) return count;
    last = key.map((column) => rows.at(-1)?.[column as 'id']);
  }
}

interface PageRequest extends Pick<TableCopy, 'name' | 'key'> {
  /** Of the row before the page. */
  readonly last: readonly unknown[] | null;
}

function readPage(source: Database, { name, key, last }: PageRequest): Promise<readonly AccountRow[]> {
  return source.run((kysely) => {
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const table = kysely.selectFrom(name as 'accounts').selectAll();
    const rest = last === null ? table : table.where(sql<boolean>`(${columns}) > (${sql.join(last)})`);
    return key
      .reduce((query, column) => query.orderBy(column as 'id'), rest)
      .limit(BATCH_ROWS)
      .execute();
  });
}

/** A start writes known texts and counters. */
async function refuseRows(transaction: Transaction<Schema>): Promise<void> {
  for (const name of ['accounts', 'api_keys'] as const) {
    const row = await transaction.selectFrom(name).select('id').limit(1).executeTakeFirst();
    if (row !== undefined) {
      throw new StoreRefusedError(
        'The database that is copied to has accounts or keys already. Nothing was copied.',
      );
    }
  }
  for (const { name } of TABLES) await transaction.deleteFrom(name).execute();
}
