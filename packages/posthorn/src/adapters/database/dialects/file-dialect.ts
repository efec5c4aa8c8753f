import { setTimeout as wait } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type DatabaseFile, isBusy } from './database-file.ts';
import { PreparedStatements } from './prepared-statements.ts';

const MAX_BUSY_MS = 5_000;
const FIRST_WAIT_MS = 2;
const MAX_WAIT_MS = 50;
const BEGIN = 'begin immediate';
const WRITES: readonly string[] = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'];

/** A dialect that owns the file. */
export function fileDialect(file: DatabaseFile): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new FileDriver(file),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class FileDriver extends SqliteDriver {
  readonly #file: DatabaseFile;
  readonly #statements: PreparedStatements;

  constructor(file: DatabaseFile) {
    const statements = new PreparedStatements(file);
    super({ database: statements });
    this.#file = file;
    this.#statements = statements;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return new PatientConnection({ connection, file: this.#file, statements: this.#statements });
  }

  /** A transaction begun by a read cannot write after another process. */
  override async beginTransaction(): Promise<void> {
    await patiently(() => this.#file.exec(BEGIN));
  }

  override async commitTransaction(): Promise<void> {
    await patiently(() => this.#file.exec('commit'));
  }

  override async rollbackTransaction(): Promise<void> {
    // After some errors SQLite already did.
    if (this.#file.inTransaction) this.#file.exec('rollback');
  }
}

interface ConnectionParts {
  readonly connection: DatabaseConnection;
  readonly file: DatabaseFile;
  readonly statements: Pick<PreparedStatements, 'forget'>;
}

/**
 * Retries refused statements, which have no effect, without blocking the event loop. Writes begin by `exec`:
 * a refused prepared write lasts until garbage collection, and blocks all commits.
 */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #file: DatabaseFile;
  readonly #statements: Pick<PreparedStatements, 'forget'>;

  constructor({ connection, file, statements }: ConnectionParts) {
    this.#connection = connection;
    this.#file = file;
    this.#statements = statements;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#file.inTransaction) return this.#execute<Row>(query);
    if (!WRITES.includes(query.query.kind)) return patiently(() => this.#execute<Row>(query));
    await patiently(() => this.#file.exec(BEGIN));
    try {
      const result = await this.#execute<Row>(query);
      await patiently(() => this.#file.exec('commit'));
      return result;
    } catch (error) {
      if (this.#file.inTransaction) this.#file.exec('rollback');
      throw error;
    }
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#connection.executeQuery<Row>(query);
    } catch (error) {
      this.#statements.forget(query.sql);
      throw error;
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

async function patiently<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + MAX_BUSY_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await wait(waitMs);
    }
  }
}
