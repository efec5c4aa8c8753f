import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { ReconnectPause } from './reconnect-pause.ts';

/** Server and password. */
export interface PostgresPoolOptions {
  readonly url: string;
  /** For each connection; null: none, or in the URL. */
  readonly readPassword: (() => Promise<string>) | null;
  /** Default: for requests. */
  readonly limits?: PostgresPoolLimits;
}

/** Pool bounds. */
export interface PostgresPoolLimits {
  readonly maxConnections: number;
  /** Includes the wait for a free connection. */
  readonly connectMs: number;
  /** Transactions have another limit. */
  readonly queryMs: number;
  /** Between attempts without a server. */
  readonly maxPauseMs: number;
}

/** PostgreSQL has 100 in total by default. */
const REQUESTS: PostgresPoolLimits = {
  ...{ maxConnections: 10, connectMs: 5_000, queryMs: 15_000, maxPauseMs: 5_000 },
};
/** Beats must not wait for requests: leases are short. */
export const BEATS: PostgresPoolLimits = {
  ...{ maxConnections: 1, connectMs: 2_000, queryMs: 2_000, maxPauseMs: 500 },
};
export const CONNECTIONS_PER_PROCESS = REQUESTS.maxConnections + BEATS.maxConnections;
const IDLE_MS = 30_000;
/** bigint; values are far below 2^53. */
const INT8_OID = 20;

/** A bounded pool that survives PostgreSQL's restarts. */
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
  // The pool listens only to idle connections: an unheard error would end the process.
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
 * Connections to a hanging server stay open: after one fails, each older one would cost a caller the whole
 * limit.
 */
class ConnectionTrust {
  #trusted = new WeakSet<pg.PoolClient>();

  add(client: pg.PoolClient): void {
    this.#trusted.add(client);
  }

  has(client: pg.PoolClient): boolean {
    return this.#trusted.has(client);
  }

  /** Ends trust in all connections, unless `client` had lost it. */
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
    // A rollback would wait for the unanswered statement.
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
