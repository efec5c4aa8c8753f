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

  constructor(file: DatabaseFile) {
    super({ database: file });
    this.#file = file;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection(), this.#file);
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

/**
 * Retries refused statements, which have no effect, without blocking the event loop. Writes begin by `exec`:
 * a refused prepared write lasts until garbage collection, and blocks all commits.
 */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #file: DatabaseFile;

  constructor(connection: DatabaseConnection, file: DatabaseFile) {
    this.#connection = connection;
    this.#file = file;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#file.inTransaction) return this.#connection.executeQuery<Row>(query);
    if (!WRITES.includes(query.query.kind)) {
      return patiently(() => this.#connection.executeQuery<Row>(query));
    }
    await patiently(() => this.#file.exec(BEGIN));
    try {
      const result = await this.#connection.executeQuery<Row>(query);
      await patiently(() => this.#file.exec('commit'));
      return result;
    } catch (error) {
      if (this.#file.inTransaction) this.#file.exec('rollback');
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
