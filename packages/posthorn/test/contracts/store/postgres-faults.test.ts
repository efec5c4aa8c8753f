/** What happens when PostgreSQL crashes, is slow, or is shared with others. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../../src/adapters/database/database.ts';
import { MIGRATIONS, migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { openTables } from '../../../src/adapters/database/open-store.ts';
import { createTableAccounts } from '../../../src/adapters/database/tables/table-accounts.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import {
  type PgBouncer,
  type Postgres,
  postgresIsMissing,
  startPgBouncer,
  startPostgres,
} from '../../support/postgres.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { boxOf } from './killed-work.ts';

const MIGRATION_LOCK = 7_678_484_778;
const KEYS = [['k', Buffer.alloc(32, 7).toString('base64')]] as const;

describe('PostgreSQL with faults', { skip: postgresIsMissing }, () => {
  let server: Postgres;
  let pooler: PgBouncer;
  const opened: Database[] = [];
  before(async () => {
    server = await startPostgres();
    pooler = await startPgBouncer(server);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  after(async () => {
    await pooler.stop();
    await server.stop();
  });

  const open = async (url: string) => {
    const location = { engine: 'postgres', url } as const;
    const database = await openDatabase({ location, readPassword: null, isServer: true, connectMs: 10_000 });
    opened.push(database);
    return database;
  };

  it('is migrated by one of several servers that start at once, directly and through a pooler', async () => {
    for (const addressOf of [(url: string) => url, pooler.addressOf]) {
      const url = addressOf(await server.createDatabase());
      const databases = await Promise.all([open(url), open(url), open(url)]);

      const applied = await Promise.all(databases.map((database) => migrate(database)));

      assert.deepEqual(applied.map(({ length }) => length).sort(), [0, 0, MIGRATIONS.length]);
    }
  });

  it('is opened by a server whose connection ends in the middle of its start', async () => {
    const url = await server.createDatabase();
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const options = { location: { engine: 'postgres', url }, readPassword: null, connectMs: 10_000 } as const;
    const opening = openTables({ ...options, isServer: true, secretBox: boxOf(KEYS), now: Date.now });
    opening.catch(() => undefined);
    let ended = 0;
    while (ended === 0) {
      const { rows } = await other.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      ended = rows.length;
    }
    await other.end();

    const { migrated, close } = await opening;
    await close();

    assert.equal(migrated.length, MIGRATIONS.length);
  });

  it('loses no process and no committed row when it crashes in the middle', async () => {
    const database = await open(await server.createDatabase());
    await migrate(database);
    const accounts = createTableAccounts(database);
    const saved: string[] = [];
    const failures: unknown[] = [];
    let isDone = false;
    const writer = async (name: string) => {
      for (let count = 0; !isDone; count += 1) {
        const account = buildAccount({ id: `${name}${count}` as ReturnType<typeof buildAccount>['id'] });
        await accounts.save(account).then(
          () => saved.push(account.id),
          (error: unknown) => failures.push(error),
        );
        await wait(1);
      }
    };
    const writers = ['a', 'b', 'c', 'd'].map(writer);
    await wait(200);
    await server.crash();
    const deadline = Date.now() + 60_000;
    const before = saved.length;
    while (saved.length < before + 20 && Date.now() < deadline) await wait(20);
    isDone = true;
    await Promise.all(writers);

    const found = await Promise.all(
      saved.map((id) => accounts.find(id as ReturnType<typeof buildAccount>['id'])),
    );

    assert.equal(saved.length >= before + 20, true);
    assert.deepEqual(
      found.filter((account) => account === null),
      [],
    );
    assert.deepEqual(
      failures.filter((error) => !(error instanceof MailError) || error.code !== 'store-unavailable'),
      [],
    );
  });

  it('ends a wait for a lock that another program holds', { timeout: 30_000 }, async () => {
    const url = await server.createDatabase();
    const database = await open(url);
    await migrate(database);
    await createTableAccounts(database).save(buildAccount());
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('begin; lock table accounts');

    await assert.rejects(createTableAccounts(database).remove(buildAccount().id, 1), {
      code: 'store-unavailable',
    });
    await other.end();

    assert.equal(await createTableAccounts(database).remove(buildAccount().id, 1), true);
  });

  it('leaves no setting and no statement behind at a pooler that others share', async () => {
    const url = pooler.addressOf(await server.createDatabase());
    const database = await open(url);
    await migrate(database);
    const accounts = createTableAccounts(database);
    const ids = Array.from(
      { length: 30 },
      (_, index) => `id${index}` as ReturnType<typeof buildAccount>['id'],
    );
    await Promise.all(ids.map((id) => accounts.save(buildAccount({ id }))));
    await Promise.all(ids.map((id) => accounts.remove(id, 1)));

    const [timeout] = await server.query(url, 'show statement_timeout');
    const [statements] = await server.query(url, 'select count(*) as n from pg_prepared_statements');
    const [locks] = await server.query(url, "select count(*) as n from pg_locks where locktype = 'advisory'");

    assert.deepEqual([timeout?.statement_timeout, statements?.n, locks?.n], ['0', '0', '0']);
  });
});
