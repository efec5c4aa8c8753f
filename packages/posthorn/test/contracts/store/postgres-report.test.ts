/** The doctor at a real PostgreSQL, directly and through poolers. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { examinePostgres } from '../../../src/adapters/database/postgres-report.ts';
import { openStoreTools } from '../../../src/composition/store-tools.ts';
import { readSettings } from '../../../src/config/load-settings.ts';
import { parseSecretsKeys, renderNewKey } from '../../../src/config/secrets-keys.ts';
import { examineStore } from '../../../src/doctor/store-checks.ts';
import {
  type PgBouncerOptions,
  type Postgres,
  postgresIsMissing,
  startPgBouncer,
  startPostgres,
  startStandby,
} from '../../support/postgres.ts';

const KEYS = parseSecretsKeys(renderNewKey('one'), 'keys');

describe('The doctor at a PostgreSQL', { skip: postgresIsMissing }, () => {
  let server: Postgres;
  let url: string;
  before(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    const tools = await openTools(url);
    await tools?.migrate();
  });
  after(() => server.stop());

  const openTools = (address: string, settings: Readonly<Record<string, string>> = {}) =>
    openStoreTools({
      settings: readSettings({ APP_DATABASE_URL: address, ...settings }),
      secretsKeys: KEYS,
    });
  /** The lines by check. */
  const examined = async (address: string, settings: Readonly<Record<string, string>> = {}) => {
    const checks = await examineStore(await openTools(address, settings));
    return new Map(checks.map(({ check, outcome, finding }) => [check, `${outcome}: ${finding}`]));
  };
  const through = async (t: TestContext, options: PgBouncerOptions) => {
    const pooler = await startPgBouncer(server, options);
    t.after(() => pooler.stop());
    return pooler.addressOf(url);
  };
  const query = (text: string) => server.query(url, text);

  it('finds connections of one’s own, also through a pooler in session mode', async (t) => {
    for (const address of [url, await through(t, { mode: 'session' })]) {
      const lines = await examined(address);

      assert.match(lines.get('Database server') ?? '', /^ok: PostgreSQL \d+\.\d+ takes writes\.$/);
      assert.match(lines.get('Database pooler') ?? '', /^ok: There is none that shares connections/);
      assert.match(
        lines.get('Database clock') ?? '',
        /^ok: It differs from that of this machine by \d+ ms\.$/,
      );
      assert.equal(lines.get('Database connections'), 'ok: This installation takes up to 11 of 57.');
      // Tests need no disk.
      assert.match(lines.get('Database commits') ?? '', /^problem: fsync is off/);
      assert.equal(lines.has('Database settings'), false);
    }
  });

  it('proves that a pooler in transaction mode loses named statements and passes settings on, and leaves none', async (t) => {
    const address = await through(t, {});

    const lines = await examined(address);

    assert.match(lines.get('Database pooler') ?? '', /^ok: It shares connections \(transaction mode\)/);
    assert.match(lines.get('Database statements') ?? '', /^ok: Named ones are lost/);
    assert.match(lines.get('Database settings') ?? '', /^ok: SET reaches other clients/);
    assert.match(lines.get('Database locks') ?? '', /^ok: .*Posthorn needs neither\.$/);
    assert.match(lines.get('Database connections') ?? '', /up to 11 of the pooler, which has up to 57\.$/);
    for (let look = 0; look < 4; look += 1) {
      const [row] = await server.query(address, "select current_setting('posthorn.doctor', true) as value");
      assert.ok(!row?.value, String(row?.value));
    }
  });

  it('proves that notices come past the pooler, and that none comes through it', async (t) => {
    const address = await through(t, {});
    const noticesOver = async (listenUrl: string) =>
      (await examined(address, { APP_DATABASE_LISTEN_URL: listenUrl })).get('Database notices') ?? '';

    assert.match(await noticesOver(url), /^ok: They come/);
    assert.match(await noticesOver(address), /^warning: None comes/);
    assert.match(await noticesOver('postgres://postgres@127.0.0.1:1/none'), /^warning: .* cannot be reached/);
    assert.equal((await examined(address)).has('Database notices'), false);
  });

  it('counts the connections for LISTEN, which no pooler shares', async (t) => {
    const settings = { APP_DATABASE_LISTEN_URL: url };
    const direct = await examined(url, settings);
    const pooled = await examined(await through(t, {}), { ...settings, APP_WORKERS: '2' });

    assert.equal(direct.get('Database connections'), 'ok: This installation takes up to 12 of 57.');
    assert.match(
      pooled.get('Database connections') ?? '',
      /^ok: .* 33 of the pooler, which has up to 57\. LISTEN takes 3 of PostgreSQL beside it\.$/,
    );
  });

  it('refuses a standby', async (t) => {
    const standby = await startStandby(server);
    t.after(() => standby.stop());
    const address = Object.assign(new URL(url), { port: String(standby.port) }).href;

    const lines = await examined(address);

    assert.equal(lines.get('Database server'), 'problem: It is a standby, which takes no writes.');
  });

  it('refuses a pooler in statement mode, and one with a single connection', async (t) => {
    const statements = await examined(await through(t, { mode: 'statement' }));
    const single = await examined(await through(t, { connections: 1 }));

    assert.match(statements.get('Database pooler') ?? '', /^problem: The pooler refuses transactions/);
    assert.match(single.get('Database pooler') ?? '', /^problem: The pooler has one connection/);
  });

  it('counts the processes of all living nodes, and warns when they take more than there is', async () => {
    const node = (id: string, capacity: number, endsInMs: number) =>
      query(
        `insert into nodes (id, version, roles, capacity, pid, started_at, ends_at)
         values ('${id}', '1', '[]', ${capacity}, 1, 0, extract(epoch from now())::bigint * 1000 + ${endsInMs})`,
      );
    await node('one', 1, 60_000);
    await node('workers', 4, 60_000);
    await node('dead', 16, -60_000);
    const lines = await examined(url);
    await query('delete from nodes');
    const own = await examined(url, { APP_WORKERS: '2' });

    assert.equal(lines.get('Database connections'), 'warning: 2 nodes take up to 66 of 57.');
    assert.equal(own.get('Database connections'), 'ok: This installation takes up to 33 of 57.');
  });

  it('reads what is set for the role and the database', async () => {
    const other = await server.createDatabase();
    const name = new URL(other).pathname.slice(1);
    await query(`alter database ${name} set default_transaction_read_only = on`);
    const lines = await examined(other);
    await query(`alter database ${name} set synchronous_commit = off`);
    await query('create role few login connection limit 5');
    const report = await examinePostgres({
      url: Object.assign(new URL(other), { username: 'few' }).href,
      ...{ readPassword: null, processes: 1, listenUrl: null, now: () => Date.now() - 8_000 },
    });

    assert.match(lines.get('Database server') ?? '', /^problem: Transactions are read-only/);
    assert.deepEqual([report.synchronousCommit, report.maxConnections], ['off', 5]);
    assert.ok(Math.abs(report.clockAheadMs - 8_000) < 2_000, `${report.clockAheadMs}`);
  });

  it('says so when there are no connections left for it', async () => {
    await query('create role guest login connection limit 1');
    await query('grant all on all tables in schema public to guest');
    const address = Object.assign(new URL(url), { username: 'guest' }).href;

    const lines = await examined(address);

    assert.match(lines.get('Database server') ?? '', /^problem: .* cannot be examined: too many connections/);
  });
});
