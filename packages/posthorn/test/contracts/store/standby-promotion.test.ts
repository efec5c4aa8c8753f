/** An asynchronous standby is promoted in the place of a lost PostgreSQL: no account has two owners, whatever of the last seconds it has not received. */
import assert from 'node:assert/strict';
import { afterEach, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { BEAT_MS, LEASE_MS } from '../../../src/application/ownership/node-membership.ts';
import { postgresIsMissing, startPostgres, startStandby } from '../../support/postgres.ts';
import { openSwitchedPort } from '../../support/switched-port.ts';
import { measureSharing, OwningNode, untilOwned } from './owning-nodes.ts';

const ACCOUNTS = 3_000;
const FAIR = { accounts: ACCOUNTS, limitMs: 30_000, smallest: 850 };
const ALL = { ...FAIR, smallest: 0 };
const LATE_MS = 2_500;

describe('Nodes at a promoted standby', { skip: postgresIsMissing }, () => {
  const running: OwningNode[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((node) => node.stop()));
  });

  const start = async (job: Parameters<typeof OwningNode.start>[0], count: number) => {
    const nodes = await Promise.all(Array.from({ length: count }, () => OwningNode.start(job)));
    running.push(...nodes);
    return nodes;
  };

  /** A database behind an address that can lead to its standby, with nodes that share the accounts. */
  const startScene = async (t: TestContext, count: number) => {
    const primary = await startPostgres();
    t.after(() => primary.stop());
    const url = await primary.createDatabase();
    await primary.query(
      url,
      'create table fence_uses (id bigserial, shard integer, owner text, epoch bigint)',
    );
    const standby = await startStandby(primary);
    t.after(() => standby.stop());
    const address = await openSwitchedPort(primary.port);
    t.after(() => address.close());
    const job = { url: Object.assign(new URL(url), { port: String(address.port) }).href, accounts: ACCOUNTS };
    const nodes = await start(job, count);
    await untilOwned(nodes, FAIR);
    await wait(LEASE_MS + BEAT_MS);
    /** As fast as it can be: nodes notice it one after the other, at their next beats. */
    const failOver = async () => {
      await standby.promote();
      address.switchTo(standby.port);
      await primary.halt();
    };
    const later = Object.assign(new URL(url), { port: String(standby.port) }).href;
    return { primary, standby, nodes, job, failOver, later };
  };

  it('without a lag go on as they were', async (t) => {
    const { nodes, failOver } = await startScene(t, 3);

    await failOver();
    const tookMs = await untilOwned(nodes, FAIR);
    await wait(2 * BEAT_MS);

    t.diagnostic(`all owned after ${Math.round(tookMs)} ms`);
    assert.deepEqual(await measureSharing(nodes), { shards: 0, longestMs: 0 });
  });

  it('that gave accounts away in the last seconds, which were not received, take them back after a lease', async (t) => {
    const { nodes, failOver, job, standby, later } = await startScene(t, 2);
    await standby.stopReceiving();
    const [third] = (await start(job, 1)) as [OwningNode];
    const all = [...nodes, third];
    await untilOwned(all, FAIR);

    third.send('SIGSTOP');
    await failOver();
    // It notices last, and its lease is longer than that.
    await wait(LATE_MS);
    third.send('SIGCONT');
    await wait(BEAT_MS);
    const tookMs = await untilOwned(all, FAIR);
    await wait(2 * BEAT_MS);

    t.diagnostic(`all owned ${Math.round(LATE_MS + BEAT_MS + tookMs)} ms after the promotion`);
    assert.deepEqual(await measureSharing(all), { shards: 0, longestMs: 0 });
    const doubled = await standby.query(
      later,
      'select shard, epoch from fence_uses group by shard, epoch having count(distinct owner) > 1',
    );
    assert.deepEqual(doubled, []);
  });

  it('take over from one that died with the old server', async (t) => {
    const { nodes, failOver, standby } = await startScene(t, 3);
    await standby.stopReceiving();
    await wait(LEASE_MS);
    const [killed, ...living] = nodes;

    killed?.send('SIGKILL');
    await failOver();
    const tookMs = await untilOwned(living, ALL);
    await wait(2 * BEAT_MS);

    t.diagnostic(`all owned after ${Math.round(tookMs)} ms`);
    assert.deepEqual(await measureSharing(living), { shards: 0, longestMs: 0 });
  });
});
