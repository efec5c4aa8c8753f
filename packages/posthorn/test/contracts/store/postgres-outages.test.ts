/** PostgreSQL restarts, is away, and drops idle connections: calls end soon, commits last, and the store recovers by itself. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { Database } from '../../../src/adapters/database/database.ts';
import { postgresDialect } from '../../../src/adapters/database/dialects/postgres-dialect.ts';
import { createPostgresPool } from '../../../src/adapters/database/dialects/postgres-pool.ts';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { storeOf } from '../../../src/adapters/database/open-store.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { ApiKeyId } from '../../../src/domain/rights/api-key.ts';
import { type Postgres, postgresIsMissing, startPostgres } from '../../support/postgres.ts';
import { buildAccount, buildApiKey } from '../../support/stored-samples.ts';
import { boxOf } from './killed-work.ts';

const box = boxOf([['k', Buffer.alloc(32, 7).toString('base64')]]);
const JANE = 'jane' as MailAccountId;
/** An answer of 503 comes before. */
const ANSWER_MS = 2_000;
const RECOVERY_MS = 10_000;
const AWAY_MS = 20_000;

describe('Outages of PostgreSQL', { skip: postgresIsMissing }, () => {
  let server: Postgres;
  const opened: Database[] = [];
  before(async () => {
    server = await startPostgres();
  });
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.close())).then(() => undefined));
  after(() => server.stop());

  const open = async () => {
    const location = { engine: 'postgres', url: await server.createDatabase() } as const;
    const database = await openDatabase({ location, readPassword: null, isServer: true, connectMs: 10_000 });
    opened.push(database);
    await migrate(database);
    const store = storeOf(database, box);
    await store.accounts.save(buildAccount());
    return { ...store, url: location.url };
  };
  const recover = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    while (
      !(await work().then(
        () => true,
        () => false,
      ))
    ) {
      assert.ok(performance.now() - startedAt < RECOVERY_MS, 'not recovered');
      await wait(50);
    }
  };

  it('lose no commit and no half of one when it restarts amid 50 transactions', {
    timeout: 60_000,
  }, async () => {
    const { accounts, apiKeys } = await open();
    const idOf = (index: number) => `key${index}` as ApiKeyId;
    const saves = Array.from({ length: 50 }, async (_, index) => {
      await wait(index * 2);
      return apiKeys.save(buildApiKey({ id: idOf(index), accounts: [JANE] }));
    });
    const settled = Promise.allSettled(saves);
    await wait(40);
    await server.halt();
    await server.resume();
    const outcomes = await settled;
    await recover(() => accounts.find(JANE));

    const found = await Promise.all(outcomes.map((_, index) => apiKeys.find(idOf(index))));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') assert.deepEqual(found[index]?.accounts, [JANE]);
      else assert.ok(isUnavailable(outcome.reason), String(outcome.reason));
      assert.ok(found[index] === null || found[index]?.accounts?.length === 1);
    }
  });

  it('are answered within two seconds, and end by themselves', { timeout: 90_000 }, async () => {
    const { accounts } = await open();
    await server.halt();
    const endsAt = performance.now() + AWAY_MS;
    let longest = 0;
    let calls = 0;
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const parallel = await Promise.allSettled(Array.from({ length: 20 }, () => accounts.find(JANE)));
      longest = Math.max(longest, performance.now() - startedAt);
      calls += parallel.length;
      for (const outcome of parallel)
        assert.ok(outcome.status === 'rejected' && isUnavailable(outcome.reason));
      await wait(100);
    }
    await server.resume();
    await recover(() => accounts.find(JANE));

    assert.ok(calls > 100 && longest < ANSWER_MS, `${calls} calls, the longest took ${longest} ms`);
  });

  it('of idle connections are not seen', async () => {
    const { accounts, url } = await open();
    await Promise.all(Array.from({ length: 10 }, () => accounts.find(JANE)));
    await server.query(
      url,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'posthorn'",
    );
    await wait(200);

    const found = await Promise.all(Array.from({ length: 10 }, () => accounts.find(JANE)));

    assert.equal(
      found.every((account) => account?.id === JANE),
      true,
    );
  });

  it('that hang cost one limit, and no connection is used that may hang still', {
    timeout: 60_000,
  }, async () => {
    const { url } = await open();
    const limits = { maxConnections: 6, connectMs: 1_500, queryMs: 3_000, maxPauseMs: 500 };
    const pool = createPostgresPool({ url, readPassword: null, limits });
    const database = new Database({
      engine: 'postgres',
      kysely: new Kysely({ dialect: postgresDialect(pool) }),
    });
    opened.push(database);
    await Promise.all(Array.from({ length: 6 }, () => database.ping()));
    let frozenAt = 0;
    try {
      const hanging = database.transact(async (transaction) => {
        await server.freeze();
        frozenAt = performance.now();
        await sql`select 1`.execute(transaction);
      });
      await assert.rejects(hanging, isUnavailable);
      // A rollback that waited too would take the limit twice.
      assert.ok(performance.now() - frozenAt < 2 * limits.queryMs);
      const endedAt = performance.now();
      for (let call = 0; call < 5; call += 1) await assert.rejects(database.ping(), isUnavailable);
      assert.ok(performance.now() - endedAt < 2 * limits.queryMs, 'each idle connection was waited for');
    } finally {
      await server.thaw();
    }
    await recover(() => database.ping());

    await Promise.all(Array.from({ length: 20 }, () => database.ping()));
  });
});

function isUnavailable(error: unknown): boolean {
  return (
    error instanceof MailError &&
    error.code === 'store-unavailable' &&
    error.details.retryAfterSeconds !== undefined
  );
}
