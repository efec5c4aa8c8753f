import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DatabaseFile } from './database-file.ts';

/** Several kilobytes each. */
const MAX_STATEMENTS = 300;
/** Longer ones write many rows, seldom the same number twice. */
const MAX_CHARACTERS = 2_000;

/** Keeps statements: SQLite takes longer to prepare than to run a short one. */
export class PreparedStatements implements SqliteDatabase {
  readonly #file: Pick<DatabaseFile, 'prepare' | 'close'>;
  readonly #bySql = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS });

  constructor(file: Pick<DatabaseFile, 'prepare' | 'close'>) {
    this.#file = file;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#bySql.get(sql);
    if (known !== undefined) return known;
    const statement = this.#file.prepare(sql);
    if (sql.length <= MAX_CHARACTERS) this.#bySql.set(sql, statement);
    return statement;
  }

  /** Call it after an error: a refused statement may hold its locks. */
  forget(sql: string): void {
    this.#bySql.delete(sql);
  }

  close(): void {
    this.#bySql.clear();
    this.#file.close();
  }
}
