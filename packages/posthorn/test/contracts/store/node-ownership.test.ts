/** Three nodes as processes at one PostgreSQL own 3,000 accounts, whatever is killed, frozen or away. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { BEAT_MS, LEASE_MS } from '../../../src/application/ownership/node-membership.ts';
import {
  type PgBouncer,
  type Postgres,
  postgresIsMissing,
  startPgBouncer,
  startPostgres,
} from '../../support/postgres.ts';
import { examineOwners, OwningNode, untilOwned } from './owning-nodes.ts';

const ACCOUNTS = 3_000;
/** The hash does not share quite evenly. */
const FAIR = { accounts: ACCOUNTS, limitMs: 30_000, smallest: 850 };
const ALL = { ...FAIR, smallest: 0 };
const TAKE_OVER_MS = 15_000;
const RECOVERY_MS = 10_000;

describe('Nodes', { skip: postgresIsMissing }, () => {
  let server: Postgres;
  let pooler: PgBouncer;
  const running: OwningNode[] = [];
  before(async () => {
    server = await startPostgres();
    pooler = await startPgBouncer(server);
  });
  afterEach(async () => {
    for (const node of running) node.send('SIGCONT');
    await Promise.all(running.splice(0).map((node) => node.stop()));
  });
  after(async () => {
    await pooler.stop();
    await server.stop();
  });

  /** All at once, in an empty database. */
  const start = async (count: number, addressOf = (url: string) => url) => {
    const url = await server.createDatabase();
    await server.query(
      url,
      'create table fence_uses (id bigserial, shard integer, owner text, epoch bigint)',
    );
    const job = { url: addressOf(url), accounts: ACCOUNTS };
    const nodes = await Promise.all(Array.from({ length: count }, () => OwningNode.start(job)));
    running.push(...nodes);
    return { url, job, nodes };
  };
  /** Fences of two owners, and uses of an earlier owner after those of a later one. */
  const misusedFences = async (url: string) => {
    const doubled = await server.query(
      url,
      'select shard, epoch from fence_uses group by shard, epoch having count(distinct owner) > 1',
    );
    const late = await server.query(
      url,
      'select a.id from fence_uses a join fence_uses b on b.shard = a.shard and b.id < a.id and b.epoch > a.epoch',
    );
    const [uses] = await server.query(url, 'select count(*)::integer as n from fence_uses');
    assert.ok(Number(uses?.n) > 30, `only ${String(uses?.n)} fences were used`);
    return [...doubled, ...late];
  };

  it('that start and migrate at once share all accounts, directly and through a pooler', async () => {
    for (const addressOf of [undefined, pooler.addressOf]) {
      const { nodes, url } = await start(3, addressOf);

      await untilOwned(nodes, FAIR);
      await wait(BEAT_MS);

      assert.deepEqual(await misusedFences(url), []);
      await Promise.all(running.splice(0).map((node) => node.stop()));
    }
  });

  it('take over from one that is killed', async (t) => {
    const { nodes, url } = await start(3);
    await untilOwned(nodes, FAIR);
    await wait(LEASE_MS);

    const [killed, ...living] = nodes;
    killed?.send('SIGKILL');
    const tookMs = await untilOwned(living, { ...ALL, limitMs: TAKE_OVER_MS });

    t.diagnostic(`all owned after ${Math.round(tookMs)} ms`);
    await wait(BEAT_MS);
    assert.deepEqual(await misusedFences(url), []);
  });

  it('take over at once from one that is stopped, and move no more than is needed when one comes', async (t) => {
    const { nodes, url, job } = await start(2);
    await untilOwned(nodes, FAIR);
    const [first, second] = nodes;
    const before = new Set(await first?.owned());

    const third = await OwningNode.start(job);
    running.push(third);
    await untilOwned([...nodes, third], FAIR);
    const kept = (await first?.owned())?.filter((id) => before.has(id)).length ?? 0;
    assert.ok(kept >= 850, `only ${kept} accounts stayed`);

    const startedAt = performance.now();
    await second?.stop();
    await untilOwned([first as OwningNode, third], { ...ALL, limitMs: 2 * BEAT_MS + 1_000 });
    t.diagnostic(`all owned ${Math.round(performance.now() - startedAt)} ms after the stop began`);
    assert.deepEqual(await misusedFences(url), []);
  });

  it('take over from one that is frozen, which lets go before its first query and writes nothing', async () => {
    const { nodes, url } = await start(3);
    await untilOwned(nodes, FAIR);
    await wait(LEASE_MS);
    const [frozen, ...living] = nodes as [OwningNode, ...OwningNode[]];
    const ownedBefore = (await frozen.owned()).length;

    frozen.send('SIGSTOP');
    await untilOwned(living, { ...ALL, limitMs: TAKE_OVER_MS + 5_000 });
    const resumedAt = Date.now();
    frozen.send('SIGCONT');
    await wait(50);
    const steps = await frozen.steps(resumedAt);
    await untilOwned(nodes, FAIR);
    const stepsAfter = await frozen.steps();

    const query = steps.findIndex((step) => /^(?:beat|survey|join|shards|claim|sweep)$/.test(step));
    const lost = steps.indexOf(`lost ${ownedBefore}`);
    assert.ok(lost >= 0 && (query < 0 || lost < query), steps.slice(0, 20).join(' '));
    assert.ok(
      [...steps, ...stepsAfter].includes('refused'),
      `no old fence: ${[...steps, '/', ...stepsAfter].slice(0, 40).join(' ')}`,
    );
    assert.deepEqual(await misusedFences(url), []);
  });

  it('own what they had after a short restart of the database', async () => {
    const { nodes, url } = await start(3);
    await untilOwned(nodes, FAIR);
    for (const node of nodes) await node.steps();

    await server.halt();
    await server.resume();
    await untilOwned(nodes, { ...FAIR, limitMs: RECOVERY_MS });
    await wait(BEAT_MS);

    const steps = (await Promise.all(nodes.map((node) => node.steps()))).flat();
    assert.deepEqual(
      steps.filter((step) => step.startsWith('lost')),
      [],
    );
    assert.deepEqual(
      nodes.map(({ isAlive }) => isAlive),
      [true, true, true],
    );
    assert.deepEqual(await misusedFences(url), []);
  });

  it('own nothing while the database is away for longer than a lease, and all of it again soon after', async (t) => {
    const { nodes, url } = await start(3);
    await untilOwned(nodes, FAIR);

    await server.halt();
    await wait(LEASE_MS);
    const away = await examineOwners(nodes, ACCOUNTS);
    await wait(LEASE_MS);
    await server.resume();
    const tookMs = await untilOwned(nodes, { ...ALL, limitMs: RECOVERY_MS });
    await untilOwned(nodes, FAIR);

    t.diagnostic(`all owned ${Math.round(tookMs)} ms after the return`);
    assert.deepEqual(away.sizes, [0, 0, 0]);
    assert.deepEqual(await misusedFences(url), []);
  });
});
