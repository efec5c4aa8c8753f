import { setTimeout as wait } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { DatabaseLocation } from '../../domain/values/database-location.ts';
import { showLocation } from '../../domain/values/database-location.ts';
import { Database } from './database.ts';
import { lockDatabaseFile, openDatabaseFile } from './dialects/database-file.ts';
import { fileDialect } from './dialects/file-dialect.ts';
import { postgresDialect } from './dialects/postgres-dialect.ts';
import { BEATS, createPostgresPool, type PostgresPoolLimits } from './dialects/postgres-pool.ts';
import type { Schema } from './schema.ts';
import { StoreRefusedError } from './store-errors.ts';

/** Location and use. */
export interface DatabaseOptions {
  readonly location: DatabaseLocation;
  /** For each connection; null: none, or in the URL. */
  readonly readPassword: (() => Promise<string>) | null;
  /** The only server at a file, which others share. */
  readonly isServer: boolean;
  /** Wait for PostgreSQL to start. */
  readonly connectMs: number;
}

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 2_000;

/** Close it. Throws StoreRefusedError. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { location } = options;
  const database =
    location.engine === 'file'
      ? openFile(location.path, options.isServer)
      : openPostgres(location.url, { readPassword: options.readPassword });
  try {
    await waitUntilItAnswers(database, options.connectMs);
    return database;
  } catch (error) {
    await database.close().catch(() => undefined);
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new StoreRefusedError(`The database ${showLocation(location)} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

function openFile(path: string, isServer: boolean): Database {
  try {
    const lock = isServer ? lockDatabaseFile(path) : undefined;
    const kysely = new Kysely<Schema>({ dialect: fileDialect(openDatabaseFile(path)) });
    return new Database({ engine: 'file', kysely, onClose: () => lock?.release() });
  } catch (error) {
    if (error instanceof StoreRefusedError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreRefusedError(`The database ${path} cannot be opened: ${reason}`, { cause: error });
  }
}

/** A second pool for beats, unconnected; null for a file. */
export function openForBeats({ location, readPassword }: DatabaseOptions): Database | null {
  return location.engine === 'file' ? null : openPostgres(location.url, { readPassword, limits: BEATS });
}

function openPostgres(
  url: string,
  options: Pick<DatabaseOptions, 'readPassword'> & { readonly limits?: PostgresPoolLimits },
): Database {
  const { readPassword, limits } = options;
  const pool = createPostgresPool({ url, readPassword, ...(limits && { limits }) });
  return new Database({ engine: 'postgres', kysely: new Kysely<Schema>({ dialect: postgresDialect(pool) }) });
}

async function waitUntilItAnswers(database: Database, connectMs: number): Promise<void> {
  const deadline = performance.now() + connectMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      return await database.ping();
    } catch (error) {
      if (performance.now() + waitMs > deadline) throw error;
      await wait(waitMs);
    }
  }
}
