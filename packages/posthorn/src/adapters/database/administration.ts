import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { SecretBox } from '../../application/ports/state/secret-box.ts';
import { type DatabaseLocation, showLocation } from '../../domain/values/database-location.ts';
import { backUpFile } from './backup.ts';
import { copyDatabase } from './copy.ts';
import type { Database } from './database.ts';
import { migrate, pendingMigrations } from './migrations/migrate.ts';
import { type DatabaseOptions, openDatabase } from './open-database.ts';
import { examinePostgres, type PostgresReport, type PostgresReportOptions } from './postgres-report.ts';
import { examineSecrets, type RotationReport, rotateSecrets, type SecretsReport } from './rotation.ts';
import { checkSecretsKeys, usedKeyNames, verifySecretsKeys } from './secret-checks.ts';
import { StoreRefusedError } from './store-errors.ts';

/** Database and keys. */
export interface AdministrationOptions extends Omit<DatabaseOptions, 'isServer'> {
  readonly secretBox: SecretBox;
}

/** A database's condition. */
export interface DatabaseReport {
  /** Without user and password. */
  readonly database: string;
  readonly engine: DatabaseLocation['engine'];
  /** False before the first start. */
  readonly exists: boolean;
  readonly pendingMigrations: readonly string[];
  readonly accounts: number;
  readonly apiKeys: number;
  readonly secretsKeys: readonly string[];
  /** Sentences for the operator. */
  readonly problems: readonly string[];
}

/** Examines the database without changes. */
export async function examineDatabase(options: AdministrationOptions): Promise<DatabaseReport> {
  const { location } = options;
  const report: DatabaseReport = {
    ...{ database: showLocation(location), engine: location.engine, exists: true },
    ...{ pendingMigrations: [], accounts: 0, apiKeys: 0, secretsKeys: [], problems: [] },
  };
  if (location.engine === 'file' && !existsSync(location.path)) return { ...report, exists: false };
  try {
    return await withDatabase(options, async (database) => ({
      ...report,
      ...(await examine(database, options.secretBox)),
    }));
  } catch (error) {
    if (!(error instanceof StoreRefusedError)) throw error;
    return { ...report, problems: [error.message] };
  }
}

/** Null for a file. Throws StoreRefusedError. */
export async function examineServer(
  { location, readPassword }: AdministrationOptions,
  { workers, ...others }: Pick<PostgresReportOptions, 'listenUrl' | 'now'> & { readonly workers: number },
): Promise<PostgresReport | null> {
  if (location.engine === 'file') return null;
  const processes = workers > 1 ? workers + 1 : 1;
  try {
    return await examinePostgres({ url: location.url, readPassword, processes, ...others });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreRefusedError(`The database ${showLocation(location)} cannot be examined: ${reason}`);
  }
}

/** The applied migrations. */
export function migrateDatabase(options: AdministrationOptions): Promise<readonly string[]> {
  return withDatabase(options, async (database) => {
    const applied = await migrate(database);
    await checkSecretsKeys(database, options.secretBox);
    return applied;
  });
}

/** Seals all secrets with the first key. */
export function rotateDatabase(options: AdministrationOptions): Promise<RotationReport> {
  return withReadyDatabase(options, async (database) => {
    await checkSecretsKeys(database, options.secretBox);
    return rotateSecrets(database, options.secretBox);
  });
}

/** Opens all secrets. */
export function examineDatabaseSecrets(options: AdministrationOptions): Promise<SecretsReport> {
  return withReadyDatabase(options, (database) => examineSecrets(database, options.secretBox));
}

/** The backup's octets. Throws StoreRefusedError for PostgreSQL, which has pg_dump. */
export async function backUpDatabase({ location }: AdministrationOptions, target: string): Promise<number> {
  if (location.engine === 'postgres') {
    throw new StoreRefusedError(
      'Only a database file is backed up by this command. Use pg_dump for PostgreSQL.',
    );
  }
  if (!existsSync(location.path)) throw new StoreRefusedError(`There is no database at ${location.path}.`);
  return backUpFile(location.path, target);
}

/** Copies a stopped server's file; the keys must open its secrets. */
export async function copyIntoDatabase(
  options: AdministrationOptions,
  source: Extract<DatabaseLocation, { engine: 'file' }>,
): Promise<Readonly<Record<string, number>>> {
  if (!existsSync(source.path)) throw new StoreRefusedError(`There is no database at ${source.path}.`);
  const from = await openDatabase({ ...options, location: source, readPassword: null, isServer: true });
  try {
    await migrate(from);
    await verifySecretsKeys(from, options.secretBox);
    return await withDatabase(options, async (target) => {
      await migrate(target);
      return copyDatabase(from, target);
    });
  } finally {
    await from.close();
  }
}

async function examine(database: Database, secretBox: SecretBox): Promise<Partial<DatabaseReport>> {
  const pending = await pendingMigrations(database);
  const integrity = await integrityOf(database);
  const problems = integrity === 'ok' ? [] : [`The file is damaged: ${integrity}. Restore a backup.`];
  // Later tables may be missing.
  if (pending.length > 0) return { pendingMigrations: pending, problems };
  return {
    accounts: await count(database, 'accounts'),
    apiKeys: await count(database, 'api_keys'),
    secretsKeys: await usedKeyNames(database),
    problems: [...problems, ...(await problemsOfKeys(database, secretBox))],
  };
}

async function problemsOfKeys(database: Database, secretBox: SecretBox): Promise<readonly string[]> {
  try {
    await verifySecretsKeys(database, secretBox);
    return [];
  } catch (error) {
    if (error instanceof StoreRefusedError) return [error.message];
    throw error;
  }
}

async function integrityOf(database: Database): Promise<string> {
  if (database.engine === 'postgres') return 'ok';
  const { rows } = await database.run((kysely) =>
    sql<{ quick_check: string }>`pragma quick_check(1)`.execute(kysely),
  );
  return rows[0]?.quick_check ?? 'ok';
}

async function count(database: Database, table: 'accounts' | 'api_keys'): Promise<number> {
  const row = await database.run((kysely) =>
    kysely
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return row.count;
}

async function withReadyDatabase<Result>(
  options: AdministrationOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { location } = options;
  if (location.engine === 'file' && !existsSync(location.path)) {
    throw new StoreRefusedError(
      `There is no database at ${location.path} yet. The server makes it at its start.`,
    );
  }
  return withDatabase(options, async (database) => {
    const pending = await pendingMigrations(database);
    if (pending.length === 0) return work(database);
    throw new StoreRefusedError(
      'The database is that of an older Posthorn. Start the server, or run posthorn database:migrate.',
    );
  });
}

async function withDatabase<Result>(
  options: AdministrationOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ ...options, isServer: false });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
