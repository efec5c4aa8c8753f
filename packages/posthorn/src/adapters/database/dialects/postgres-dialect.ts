import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';

/** A dialect that owns the pool, also for PgBouncer in transaction mode. */
export function postgresDialect(pool: PostgresPool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new TimedDriver({ pool }),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** In one round trip. `LOCAL`: settings must not reach a pooler's next client. */
const BEGIN = [
  'begin',
  "set local statement_timeout = '10s'",
  "set local lock_timeout = '5s'",
  "set local idle_in_transaction_session_timeout = '15s'",
].join('; ');

class TimedDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    _settings: TransactionSettings,
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(BEGIN));
  }
}
