/** Nodes and fences in PostgreSQL, against other transactions. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../../../src/adapters/database/database.ts';
import { migrate } from '../../../src/adapters/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { createTableAccounts } from '../../../src/adapters/database/tables/table-accounts.ts';
import { createTableNodes } from '../../../src/adapters/database/tables/table-nodes.ts';
import type { Fence } from '../../../src/application/ports/account-ownership.ts';
import type { NodeRun, OwnedShard } from '../../../src/application/ports/state/nodes.ts';
import { SHARDS, type Shard, shardOf } from '../../../src/domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { type Postgres, postgresIsMissing, startPostgres } from '../../support/postgres.ts';
import { buildAccount } from '../../support/stored-samples.ts';

const LONG_MS = 60_000;
const SHORT_MS = 50;

describe('Tables of nodes', { skip: postgresIsMissing }, () => {
  let server: Postgres;
  const opened: Database[] = [];
  const clients: pg.Client[] = [];
  before(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    await Promise.all([...clients.splice(0).map((client) => client.end())]);
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  after(() => server.stop());

  const open = async () => {
    const url = await server.createDatabase();
    const location = { engine: 'postgres', url } as const;
    const database = await openDatabase({ location, readPassword: null, isServer: true, connectMs: 10_000 });
    opened.push(database);
    await migrate(database);
    const nodes = createTableNodes(database);
    const join = (id: string, leaseMs = LONG_MS) => nodes.join(buildRun(id), { leaseMs, replaces: [] });
    return { url, database, nodes, join };
  };
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    clients.push(client);
    return client;
  };

  it('keep the run and its lease, and never bring an ended one back', async () => {
    const { nodes, join } = await open();
    await join('a');
    await join('b', SHORT_MS);
    await wait(2 * SHORT_MS);

    const beats = [
      await nodes.beat('a', LONG_MS),
      await nodes.beat('b', LONG_MS),
      await nodes.beat('c', LONG_MS),
    ];

    assert.deepEqual(beats, [true, false, false]);
    const [a, b] = (await nodes.survey()).nodes;
    assert.deepEqual(a, { ...buildRun('a'), endsAt: a?.endsAt, isLapsed: false });
    assert.deepEqual(b, { ...buildRun('b'), endsAt: b?.endsAt, isLapsed: true });
    assert.ok((a?.endsAt ?? 0) - (b?.endsAt ?? 0) >= LONG_MS - SHORT_MS);
    await nodes.sweep();
    assert.deepEqual(
      (await nodes.survey()).nodes.map(({ id }) => id),
      ['a'],
    );
  });

  it('do not end a run whose beat is under way', async () => {
    const { url, nodes, join } = await open();
    await join('a', SHORT_MS);
    const client = await connect(url);
    await client.query("begin; update nodes set ends_at = ends_at + 60000 where id = 'a'");
    await wait(2 * SHORT_MS);

    const swept = nodes.sweep();
    await wait(SHORT_MS);
    await client.query('commit');
    await swept;

    const [kept] = (await nodes.survey()).nodes;
    assert.deepEqual(kept, { ...buildRun('a'), endsAt: kept?.endsAt, isLapsed: false });
  });

  it('give a free shard to one node, and a taken one to none', async () => {
    const { nodes, join } = await open();
    await Promise.all(['a', 'b', 'c'].map((id) => join(id)));
    const free = await nodes.shards();
    const { mark } = await nodes.survey();

    await Promise.all(['a', 'b', 'c'].map((id) => nodes.claim(id, free)));
    await nodes.claim('a', await nodes.shards());

    const shards = await nodes.shards();
    assert.deepEqual([shards.length, new Set(shards.map(({ epoch }) => epoch))], [SHARDS, new Set([1])]);
    assert.notEqual((await nodes.survey()).mark, mark);
  });

  it('give shards of an ended run to others, and none to a run whose lease has ended', async () => {
    const { nodes, join } = await open();
    await join('a');
    await nodes.claim('a', await nodes.shards());
    await nodes.leave('a');
    await join('b', SHORT_MS);
    await join('c');
    await wait(2 * SHORT_MS);

    await nodes.claim('b', await nodes.shards());
    await nodes.claim('c', (await nodes.shards()).slice(0, 2));

    const owned = (await nodes.shards()).filter(({ owner }) => owner !== 'a');
    assert.deepEqual(owned, [
      { shard: 0, owner: 'c', epoch: 2 },
      { shard: 1, owner: 'c', epoch: 2 },
    ]);
    await nodes.release('c', [1 as Shard]);
    assert.equal((await nodes.shards())[1]?.owner, null);
  });

  it('count the accounts of shards as the nodes do', async () => {
    const { database, nodes } = await open();
    const ids = Array.from({ length: 40 }, (_, index) => `a${index}ü` as MailAccountId);
    for (const id of ids) await createTableAccounts(database).save(buildAccount({ id }));
    const shards = ids.slice(0, 15).map(shardOf);
    // As older versions leave it.
    await database.run((kysely) =>
      kysely.updateTable('accounts').set({ shard: null }).where('id', 'in', ids.slice(10, 30)).execute(),
    );

    const counts = [await nodes.countAccounts(shards), await nodes.countAccounts([])];

    assert.deepEqual(counts, [ids.filter((id) => shards.includes(shardOf(id))).length, 0]);
  });

  it('let nobody write the watch of an account that another one has since', async () => {
    const { database, nodes, join } = await open();
    const accounts = createTableAccounts(database);
    const { id } = buildAccount();
    await accounts.save(buildAccount());
    const take = async (node: string): Promise<Fence> => {
      await join(node);
      await nodes.claim(node, await nodes.shards());
      const { shard, epoch } = (await nodes.shards())[shardOf(id)] as OwnedShard;
      return { shard, owner: node, epoch };
    };
    const before = await take('a');
    await accounts.saveWatches([{ id, mode: 'idle', lastProofAt: 5, fence: before }]);
    await nodes.leave('a');
    await accounts.saveWatches([{ id, mode: 'notify', fence: await take('b') }]);

    await accounts.saveWatches([{ id, mode: 'none', lastProofAt: 6, fence: before }]);

    assert.deepEqual((await accounts.find(id))?.watch, { mode: 'notify', lastProofAt: 5 });
  });
});

function buildRun(id: string): NodeRun {
  return {
    ...{ id, url: `http://${id}:8025`, version: '1.0.0', roles: ['api', 'watch'] },
    ...{ capacity: 2, machine: 'm', pid: 7 },
  };
}
