/** Tables as large as those of a busy installation, written by the database itself. */
import { sql } from 'kysely';
import type { Database } from '../../../src/adapters/database/database.ts';
import { SHARDS } from '../../../src/domain/accounts/account-shard.ts';

/** Accounts, with what each has, and twice as many events. Other tables have a tenth. */
export const MANY = 100_000;

/** A statement has 15 seconds. */
const ROWS_AT_ONCE = 50_000;

const OF_ACCOUNTS: readonly string[] = [
  'accounts',
  'grants',
  'api_keys',
  'api_key_accounts',
  'watch_positions',
  'connect_sessions',
  'webhook_lanes',
];
const AT = 1_764_000_000_000;
/** Of the log, behind those of the contracts, which follow the clock at PostgreSQL. */
const POSITION = '1900000000000000 + n';

/** Columns by table; `n` is the number of the row. */
const TABLES = {
  accounts: {
    ...{
      id: "'id' || n",
      name: "'Name ' || n",
      sort_name: "'name ' || n",
      address: "'a' || n || '@example.org'",
    },
    ...{
      from_address: '\'{"address":"a@example.org","name":""}\'',
      reply_to: '\'{"address":"a@example.org","name":""}\'',
    },
    ...{
      inbox: '\'{"host":"h","port":993,"isTls":true}\'',
      roots: "'[]'",
      login: '\'{"mechanism":"password","user":"u"}\'',
    },
    ...{
      login_password: "'v1.k.n.c'",
      state: "case n % 50 when 0 then 'unreachable' when 1 then 'disabled' else 'ok' end",
    },
    ...{ state_since: `${AT}`, watch_mode: "'none'", created_at: `${AT} + n`, epoch: '1' },
  },
  grants: { account_id: "'id' || n", provider: "'google'", refresh_token: "'v1.k.n.c'", epoch: '1' },
  connect_sessions: {
    ...{ id: "'s' || n", token_hash: "'h'", return_url: "'https://a.example'", account_id: "'id' || n" },
    ...{
      status: "'open'",
      pending: "'v1.k.n.c'",
      created_at: `${AT}`,
      expires_at: `${AT} + n * 1000`,
      epoch: '1',
    },
  },
  api_keys: {
    ...{ id: "'k' || n", name: "'CRM'", secret_hash: "'h'", scopes: '\'["mail.read"]\'', is_bound: '1' },
    ...{ networks: "'[]'", created_at: `${AT} + n`, epoch: '1' },
  },
  api_key_accounts: { key_id: "'k' || n", account_id: "'id' || n" },
  answers: {
    ...{
      key: "'a' || n",
      fingerprint: "'f'",
      owner: "'o' || n",
      answer: "'v1.k.n.c'",
      created_at: `${AT} + n`,
    },
  },
  rate_limits: { name: "'r' || n", units: '1', at: `${AT}`, full_at: `${AT} + n` },
  message_fates: { key: "'m' || n", uid_validity: '1', fate: "'v1.k.n.c'", recorded_at: `${AT} + n` },
  recent_originals: { reader: "'r' || n", key: "'m'", original: "'v1.k.n.c'", opened_at: `${AT} + n` },
  file_takings: { file: "'f' || n", count: '1', taken_at: `${AT} + n` },
  sign_in_refusals: {
    login: "'l' || n",
    refusal: "'{}'",
    term_ms: '1',
    ends_at: `${AT} + n`,
    forgotten_at: `${AT} + n`,
  },
  client_standings: { client: "'c' || n", accepted_until: `${AT} + n`, failed_until: '0' },
  leases: { key: "'l' || n", owner: "'o' || n", epoch: '1', ends_at: `${AT} + n` },
  event_log: { name: "'events'", last: `1900000000000000 + ${MANY * 2}` },
  events: {
    position: POSITION,
    id: "'e' || n",
    account_id: `'id' || (n % ${MANY})`,
    kind: "case n % 50 when 0 then 'account.unreachable' when 1 then null else 'message.created' end",
    ...{ at: `${AT} + n`, mailbox: "'INBOX'", uid_validity: '1', uid: 'n', data: "'{}'" },
  },
  event_readers: { reader: "'k' || n", position: POSITION },
  watch_positions: { account_id: "'id' || n", mailbox: "'INBOX'", position: "'AA=='", epoch: '1' },
  webhooks: {
    ...{ id: "'w' || n", url: "'https://a.example/'", kinds: "'[]'", fields: "'[]'", is_bound: '0' },
    ...{ key_id: "'k' || n", is_enabled: 'case n % 50 when 0 then 1 else 0 end', secret: "'v1.k.n.c'" },
    ...{ position: POSITION, created_at: `${AT} + n`, epoch: '1' },
  },
  webhook_accounts: { webhook_id: "'w' || n", account_id: "'id' || n" },
  webhook_lanes: {
    ...{ webhook_id: "'w' || ((n - 1) / 10 + 1)", lane: "'id' || n", epoch: '1' },
    next_at: `case n % 500 when 0 then ${AT} else ${AT} * 2 end`,
    claimed_until: `case n % 50 when 0 then ${AT} else 0 end`,
  },
  webhook_deliveries: {
    ...{
      id: "'d' || n",
      webhook_id: "'w' || n",
      event_id: "'e' || n",
      position: POSITION,
      lane: "'id' || n",
    },
    ...{ account_id: "'id' || n", status: "case n % 50 when 0 then 'pending' else 'delivered' end" },
    ...{ attempts: '1', failures: '0', last_answer: "'v1.k.n.c'", at: `${AT} + n`, ended_at: `${AT} + n` },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Tables whose rows grow in number with accounts, requests or clients. */
export const GROWING_TABLES: readonly string[] = Object.keys(TABLES).filter((name) => name !== 'event_log');

/** Fills all tables that there are, and has PostgreSQL count what is in them. */
export async function fillTables(database: Database, accounts = MANY): Promise<void> {
  const existing = await database.run((kysely) => kysely.introspection.getTables());
  const tables = Object.entries(TABLES).filter(([table]) => existing.some(({ name }) => name === table));
  for (const [table, columns] of tables) {
    const rows = rowsOf(table, accounts);
    const names = sql.raw(Object.keys(columns).join(', '));
    const values = sql.raw(Object.values(columns).join(', '));
    for (let first = 1; first <= rows; first += ROWS_AT_ONCE) {
      const last = Math.min(rows, first + ROWS_AT_ONCE - 1);
      const numbers = sql`with recursive numbers(n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${last})`;
      await database.run((kysely) =>
        sql`insert into ${sql.table(table)} (${names}) ${numbers} select ${values} from numbers`.execute(
          kysely,
        ),
      );
    }
  }
  if (database.engine === 'postgres') await database.run((kysely) => sql`analyze`.execute(kysely));
}

/** Gives all accounts a shard. */
export async function spreadShards(database: Database): Promise<void> {
  await database.run((kysely) =>
    sql`update accounts set shard = cast(substr(id, 3) as integer) % ${SHARDS}`.execute(kysely),
  );
  if (database.engine === 'postgres') await database.run((kysely) => sql`analyze accounts`.execute(kysely));
}

function rowsOf(table: string, accounts: number): number {
  if (table === 'event_log') return 1;
  if (table === 'events') return accounts * 2;
  return OF_ACCOUNTS.includes(table) ? accounts : accounts / 10;
}

/** Empties them. */
export async function emptyTables(database: Database): Promise<void> {
  const tables = sql.raw([...GROWING_TABLES, 'event_log', 'secret_checks'].toReversed().join(', '));
  if (database.engine === 'postgres') {
    await database.run((kysely) => sql`truncate ${tables}`.execute(kysely));
    return;
  }
  for (const table of [...GROWING_TABLES, 'event_log'].toReversed()) {
    await database.run((kysely) => sql`delete from ${sql.table(table)}`.execute(kysely));
  }
}

/** The filled columns of all rows, by table; a migration keeps them. */
export async function readTables(database: Database): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const existing = await database.run((kysely) => kysely.introspection.getTables());
  const tables = Object.entries(TABLES).filter(([table]) => existing.some(({ name }) => name === table));
  const contents: Record<string, readonly unknown[]> = {};
  for (const [table, columns] of tables) {
    const names = sql.raw(Object.keys(columns).join(', '));
    const query = sql`select ${names} from ${sql.table(table)} order by 1, 2`;
    contents[table] = (await database.run((kysely) => query.execute(kysely))).rows;
  }
  return contents;
}
