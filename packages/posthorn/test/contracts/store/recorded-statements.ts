/** Databases that record the statements that run over them. */
import { type CompiledQuery, Kysely } from 'kysely';
import { Database } from '../../../src/adapters/database/database.ts';
import { openDatabaseFile } from '../../../src/adapters/database/dialects/database-file.ts';
import { fileDialect } from '../../../src/adapters/database/dialects/file-dialect.ts';
import { postgresDialect } from '../../../src/adapters/database/dialects/postgres-dialect.ts';
import { createPostgresPool } from '../../../src/adapters/database/dialects/postgres-pool.ts';
import type { Schema } from '../../../src/adapters/database/schema.ts';
import type { DatabaseLocation } from '../../../src/domain/values/database-location.ts';

/** Opens a database; `onStatement` gets each statement once it has run, transactions' beginnings and ends too. */
export function openLogged(
  location: DatabaseLocation,
  onStatement: (query: CompiledQuery) => void,
): Database {
  const dialect =
    location.engine === 'file'
      ? fileDialect(openDatabaseFile(location.path))
      : postgresDialect(createPostgresPool({ url: location.url, readPassword: null }));
  const kysely = new Kysely<Schema>({ dialect, log: ({ query }) => onStatement(query) });
  return new Database({ engine: location.engine, kysely });
}

/** A statement and parameters of it. */
export interface RecordedStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Statements by their text, each with the parameters of its first run. */
export class RecordedStatements {
  readonly #parameters = new Map<string, readonly unknown[]>();

  #isQuiet = false;

  /** Opens a database whose statements are recorded. */
  open(location: DatabaseLocation): Database {
    return openLogged(location, (query) => this.#record(query));
  }

  /** Does work whose statements are not recorded. */
  async quietly(work: () => Promise<void>): Promise<void> {
    this.#isQuiet = true;
    await work();
    this.#isQuiet = false;
  }

  /** Those that read, change or remove rows. */
  all(): readonly RecordedStatement[] {
    return [...this.#parameters]
      .filter(
        ([sql]) => /^(?:select|update|delete|insert)\b/.test(sql) && /\b(?:from|update|into)\b/.test(sql),
      )
      .map(([sql, parameters]) => ({ sql, parameters }));
  }

  #record({ sql, parameters }: CompiledQuery): void {
    if (!this.#isQuiet && !this.#parameters.has(sql)) this.#parameters.set(sql, parameters);
  }
}
