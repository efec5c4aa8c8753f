import pg from 'pg';
import { type ClockLook, lookAtClock } from './dialects/clock-look.ts';
import { probeListening } from './dialects/listen-probe.ts';
import { probeSharing, type Sharing } from './dialects/pooler-probe.ts';
import { CONNECTIONS_PER_PROCESS } from './dialects/postgres-pool.ts';

/** PostgreSQL as nodes see it. */
export interface PostgresReport {
  /** Such as `15.8`. */
  readonly version: string;
  readonly isSupported: boolean;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly synchronousCommit: string;
  /** `synchronous_standby_names`; may be empty. */
  readonly synchronousStandbys: string;
  /** `fsync`. */
  readonly isFlushed: boolean;
  /** The database's clock before this machine's. */
  readonly clockAheadMs: number;
  readonly sharing: Sharing;
  /** At the LISTEN address; null: none. */
  readonly listening: 'heard' | 'lost' | 'unreachable' | null;
  /** For this role and database. */
  readonly maxConnections: number;
  /** Of all known nodes at most, without LISTEN. */
  readonly takenConnections: number;
  /** For LISTEN, one per process, past a pooler. */
  readonly listeningConnections: number;
  /** With a lease. */
  readonly nodes: number;
}

/** Location and use. */
export interface PostgresReportOptions {
  readonly url: string;
  readonly listenUrl: string | null;
  /** Null: none, or in the URL. */
  readonly readPassword: (() => Promise<string>) | null;
  /** Of this installation. */
  readonly processes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const CONNECT_MS = 10_000;
/** A pooler's single connection makes the second client wait. */
const QUERY_MS = 5_000;
const OLDEST_VERSION = 130_000;
const CLOCK_LOOKS = 3;

const CLOCK = 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms';

const CONDITION = `
  select current_setting('server_version') as version,
    current_setting('server_version_num')::integer as number,
    pg_is_in_recovery() as is_standby,
    current_setting('default_transaction_read_only')::boolean as is_read_only,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('synchronous_standby_names') as synchronous_standbys,
    current_setting('fsync')::boolean as is_flushed,
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true)::integer, 0) as of_server,
    (select rolconnlimit from pg_roles where rolname = current_user) as of_role,
    (select datconnlimit from pg_database where datname = current_database()) as of_database,
    to_regclass('nodes') is not null as has_nodes`;

/** Workers have a primary process too. */
const LIVING_NODES = `
  select count(*)::integer as nodes,
    coalesce(sum(case when capacity > 1 then capacity + 1 else 1 end), 0)::integer as processes
  from nodes where ends_at > extract(epoch from now()) * 1000`;

interface ConditionRow {
  /** Such as `15.8`. */
  readonly version: string;
  readonly number: number;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  readonly synchronous_commit: string;
  readonly synchronous_standbys: string;
  readonly is_flushed: boolean;
  readonly of_server: number;
  readonly of_role: number | null;
  readonly of_database: number | null;
  readonly has_nodes: boolean;
}

/** Examines the server on connections like a node's; changes no row. Rejects with the driver's error. */
export async function examinePostgres(options: PostgresReportOptions): Promise<PostgresReport> {
  const [one, other] = [createClient(options), createClient(options)];
  try {
    await Promise.all([one.connect(), other.connect()]);
    const condition = await readCondition(one, options);
    const clockAheadMs = await compareClocks(one, options.now);
    const listening = await examineListening(options, one);
    return { ...condition, clockAheadMs, listening, sharing: await probeSharing(one, other) };
  } finally {
    await Promise.all([one.end(), other.end()].map((ended) => ended.catch(() => undefined)));
  }
}

async function examineListening(
  { listenUrl, readPassword }: PostgresReportOptions,
  sender: pg.Client,
): Promise<PostgresReport['listening']> {
  if (listenUrl === null) return null;
  const listener = createClient({ url: listenUrl, readPassword });
  try {
    await listener.connect();
    return (await probeListening(listener, sender)) ? 'heard' : 'lost';
  } catch {
    return 'unreachable';
  } finally {
    await listener.end().catch(() => undefined);
  }
}

function createClient({ url, readPassword }: Pick<PostgresReportOptions, 'url' | 'readPassword'>): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    ...(readPassword && { password: readPassword }),
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS, application_name: 'posthorn doctor' },
  });
  // An unheard error would end the process.
  client.on('error', () => undefined);
  return client;
}

async function readCondition(client: pg.Client, { processes, listenUrl }: PostgresReportOptions) {
  const row = await readRow<ConditionRow>(client, CONDITION);
  const living = row.has_nodes
    ? await readRow<{ readonly nodes: number; readonly processes: number }>(client, LIVING_NODES)
    : { nodes: 0, processes: 0 };
  const limits = [row.of_server, row.of_role, row.of_database].filter(
    (limit) => limit !== null && limit >= 0,
  );
  const all = Math.max(living.processes, processes);
  return {
    version: row.version.split(' ', 1)[0] ?? row.version,
    isSupported: row.number >= OLDEST_VERSION,
    ...{ isStandby: row.is_standby, isReadOnly: row.is_read_only, isFlushed: row.is_flushed },
    synchronousCommit: row.synchronous_commit,
    synchronousStandbys: row.synchronous_standbys,
    maxConnections: Math.min(...(limits as number[])),
    takenConnections: CONNECTIONS_PER_PROCESS * all,
    listeningConnections: listenUrl === null ? 0 : all,
    nodes: living.nodes,
  };
}

/** The quickest look is the most exact. */
async function compareClocks(client: pg.Client, now: () => number): Promise<number> {
  const read = async () => (await readRow<{ readonly ms: number }>(client, CLOCK)).ms;
  const looks: ClockLook[] = [];
  for (let look = 1; look <= CLOCK_LOOKS; look += 1) looks.push(await lookAtClock(read, now));
  const [quickest] = looks.sort((a, b) => a.tookMs - b.tookMs);
  return quickest?.aheadMs ?? 0;
}

async function readRow<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text);
  const [row] = rows;
  if (row === undefined) throw new Error('The database has answered without a row.');
  return row;
}
