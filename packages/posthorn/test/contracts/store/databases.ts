/** The databases that every contract of the store runs over. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe } from 'node:test';
import type { Database, Engine } from '../../../src/adapters/database/database.ts';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import type { DatabaseLocation } from '../../../src/domain/values/database-location.ts';
import {
  type PgBouncer,
  type Postgres,
  postgresIsMissing,
  startPgBouncer,
  startPostgres,
} from '../../support/postgres.ts';

/** Gives a new database, empty and without a schema. */
export type NewLocation = () => Promise<DatabaseLocation>;

/** Runs the suite over a file, PostgreSQL, and PostgreSQL behind PgBouncer in transaction mode. */
export function describeDatabases(title: string, suite: (newLocation: NewLocation) => void): void {
  describeEngines(title, suite);
  describe(`${title}: PgBouncer`, { skip: postgresIsMissing }, () => suite(usePgBouncer()));
}

/** Runs the suite over a file and PostgreSQL. */
export function describeEngines(
  title: string,
  suite: (newLocation: NewLocation, engine: Engine) => void,
): void {
  describe(`${title}: file`, () => suite(useFiles(), 'file'));
  describe(`${title}: PostgreSQL`, { skip: postgresIsMissing }, () => suite(usePostgres(), 'postgres'));
}

/** Opens migrated databases, each of them new, which are closed after each test. */
export function openEach(newLocation: NewLocation): () => Promise<Database> {
  const opened: Database[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  return async () => {
    const location = await newLocation();
    const database = await openDatabase({ location, readPassword: null, isServer: false, connectMs: 5_000 });
    opened.push(database);
    await migrate(database);
    return database;
  };
}

function useFiles(): NewLocation {
  let folder = '';
  let count = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-store-'));
  });
  after(() => rm(folder, { recursive: true }));
  return async () => {
    count += 1;
    return { engine: 'file', path: join(folder, `${count}.db`) };
  };
}

function usePostgres(): NewLocation {
  let server: Postgres;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());
  return async () => ({ engine: 'postgres', url: await server.createDatabase() });
}

function usePgBouncer(): NewLocation {
  let server: Postgres;
  let pooler: PgBouncer;
  before(async () => {
    server = await startPostgres();
    pooler = await startPgBouncer(server);
  });
  after(async () => {
    await pooler.stop();
    await server.stop();
  });
  return async () => ({ engine: 'postgres', url: pooler.addressOf(await server.createDatabase()) });
}
