import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { ReconnectPause } from './reconnect-pause.ts';

/** Server and password of a pool. */
export interface PostgresPoolOptions {
  readonly url: string;
  /** Called per connection; null: no password, or one in the URL. */
  readonly readPassword: (() => Promise<string>) | null;
  /** Default: those of requests. */
  readonly limits?: PostgresPoolLimits;
}

/** Bounds of a pool. */
export interface PostgresPoolLimits {
  readonly maxConnections: number;
  /** Also the wait for a free connection. */
  readonly connectMs: number;
  /** Transactions have their own limit. */
  readonly queryMs: number;
  /** Between attempts while the server is away. */
  readonly maxPauseMs: number;
}

/** PostgreSQL's default is 100 connections in total. */
const REQUESTS: PostgresPoolLimits = {
  ...{ maxConnections: 10, connectMs: 5_000, queryMs: 15_000, maxPauseMs: 5_000 },
};
/** Beats must not wait for requests, and a lease is short. */
export const BEATS: PostgresPoolLimits = {
  ...{ maxConnections: 1, connectMs: 2_000, queryMs: 2_000, maxPauseMs: 500 },
};
/** Requests and beats of one process. */
export const CONNECTIONS_PER_PROCESS = REQUESTS.maxConnections + BEATS.maxConnections;
const IDLE_MS = 30_000;
/** bigint (pg_type.oid); values are far below 2^53. */
const INT8_OID = 20;

/** Returns a bounded pool that survives restarts of PostgreSQL. */
export function createPostgresPool({
  url,
  readPassword,
  limits = REQUESTS,
}: PostgresPoolOptions): PostgresPool {
  const { maxConnections: max, connectMs, queryMs, maxPauseMs } = limits;
  const pause = new ReconnectPause(() => performance.now(), maxPauseMs);
  const pool = new pg.Pool({
    connectionString: url,
    ...(readPassword && { password: readPassword }),
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: queryMs,
    keepAlive: true,
    application_name: 'posthorn',
    types: { getTypeParser },
  });
  // The pool has no error listener on connections in use; an error would end the process.
  pool.on('error', ignore);
  const trust = new ConnectionTrust();
  pool.on('connect', (client) => {
    client.on('error', ignore);
    trust.add(client);
  });
  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (trust.has(client)) return client;
      client.release(true);
    }
  };
  return {
    connect: async () => new CheckedClient(await pause.run(connect), trust),
    end: () => pool.end(),
  };
}

function ignore(): void {}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8_OID && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format);

/**
 * Connections to a server that hangs stay open: after one has failed, those that are as old would each cost a
 * caller the whole limit.
 */
class ConnectionTrust {
  #trusted = new WeakSet<pg.PoolClient>();

  add(client: pg.PoolClient): void {
    this.#trusted.add(client);
  }

  has(client: pg.PoolClient): boolean {
    return this.#trusted.has(client);
  }

  /** Ends the trust in all connections, unless `client` had lost it before. */
  end(client: pg.PoolClient): void {
    if (this.has(client)) this.#trusted = new WeakSet();
  }
}

/** Destroys connections with a running statement. */
class CheckedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #trust: ConnectionTrust;
  #failure: Error | undefined;

  constructor(client: pg.PoolClient, trust: ConnectionTrust) {
    this.#client = client;
    this.#trust = trust;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, parameters: readonly unknown[] = []): unknown {
    return this.#query(String(text), parameters);
  }

  release(): void {
    this.#client.release(this.#failure !== undefined);
  }

  async #query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    // A rollback would wait behind the statement that is not answered.
    if (this.#failure !== undefined) throw this.#failure;
    try {
      return await this.#client.query(text, [...parameters]);
    } catch (error) {
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) {
        this.#failure = error;
        this.#trust.end(this.#client);
      }
      throw error;
    }
  }
}
