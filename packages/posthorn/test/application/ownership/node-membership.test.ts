/** A node keeps its lease, takes its share, and lets go in time. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { LEASE_MS, NodeMembership } from '../../../src/application/ownership/node-membership.ts';
import { ShardOwnership } from '../../../src/application/ownership/shard-ownership.ts';
import type { NodeRun } from '../../../src/application/ports/state/nodes.ts';
import { SHARDS, type Shard } from '../../../src/domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { createMemoryNodes, type MemoryNodes } from './memory-nodes.ts';

const ALL_SHARDS = Array.from({ length: SHARDS }, (_, shard) => shard as Shard);
const JANE = 'jane' as MailAccountId;
/** After it, a hurried node has beaten. */
const BEATEN_MS = 250;

describe('NodeMembership', () => {
  const running: NodeMembership[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((node) => node.close()));
  });

  const start = async (nodes: MemoryNodes, self: Partial<NodeRun> = {}) => {
    const time = { monotonic: 0, wall: 0 };
    const clock = { monotonic: () => time.monotonic, wall: () => time.wall };
    const ownership = new ShardOwnership({ clock });
    const errors: unknown[] = [];
    const node = new NodeMembership({
      ...{ nodes, clock },
      self: {
        ...{ url: null, version: '1', roles: ['api', 'watch'], capacity: 1, machine: 'm', pid: 1 },
        ...self,
      },
      newId: randomUUID,
      hasEnded: ({ machine, pid }) => machine === 'm' && pid === 7,
      onView: (view) => ownership.show(view),
      onError: (error) => errors.push(error),
    });
    running.push(node);
    await node.start();
    const beat = async () => {
      node.hurry();
      await wait(BEATEN_MS);
    };
    const pass = (ms: number) => {
      time.monotonic += ms;
      time.wall += ms;
    };
    return { node, ownership, time, pass, beat, errors };
  };

  it('owns all accounts alone, and hands them over when it ends', async () => {
    const nodes = createMemoryNodes();
    const { node, ownership } = await start(nodes);
    const before = [ownership.heldShards, ownership.owns(JANE)];

    await node.close();

    assert.deepEqual([before, ownership.owns(JANE), nodes.rows.size], [[SHARDS, true], false, 0]);
  });

  it('has a share by its capacity', async () => {
    const nodes = createMemoryNodes();
    const small = await start(nodes);
    const large = await start(nodes, { capacity: 3 });
    await small.beat();
    await large.beat();

    assert.deepEqual(
      [small.ownership.heldShards, large.ownership.heldShards],
      [SHARDS / 4, (3 * SHARDS) / 4],
    );
  });

  it('lists its shards, and null while it has all', async () => {
    const nodes = createMemoryNodes();
    const first = await start(nodes);
    const alone = first.ownership.listShards();
    const second = await start(nodes);
    await first.beat();
    await second.beat();

    const [ofFirst, ofSecond] = [first.ownership.listShards() ?? [], second.ownership.listShards() ?? []];
    first.pass(LEASE_MS);

    assert.equal(alone, null);
    assert.deepEqual([ofFirst.length, ofSecond.length], [SHARDS / 2, SHARDS / 2]);
    assert.deepEqual(
      [...ofFirst].sort((one, other) => one - other),
      ALL_SHARDS.filter((shard) => !ofSecond.includes(shard)),
    );
    assert.deepEqual(first.ownership.listShards(), []);
  });

  it('owns nothing without the role of a watcher while another node has it', async () => {
    const nodes = createMemoryNodes();
    const api = await start(nodes, { roles: ['api'] });
    const alone = api.ownership.heldShards;
    const watcher = await start(nodes, { roles: ['watch'] });
    await api.beat();
    await watcher.beat();
    await api.beat();

    assert.deepEqual([alone, api.ownership.heldShards, watcher.ownership.heldShards], [SHARDS, 0, SHARDS]);
  });

  it('takes over at once from a process of its machine that has ended', async () => {
    const nodes = createMemoryNodes();
    await nodes.join(
      { id: 'dead', url: null, version: '1', roles: ['watch'], capacity: 1, machine: 'm', pid: 7 },
      { leaseMs: LEASE_MS, replaces: [] },
    );
    await nodes.claim('dead', await nodes.shards());

    const { ownership } = await start(nodes);

    assert.equal(ownership.heldShards, SHARDS);
  });

  it('owns nothing once its lease has ended by its own clock, without a query', async () => {
    const { ownership, pass } = await start(createMemoryNodes());

    pass(LEASE_MS);

    assert.deepEqual([ownership.owns(JANE), ownership.fenceOf(JANE), ownership.heldShards], [false, null, 0]);
  });

  it('owns nothing after its machine was suspended, though its monotonic clock stood still', async () => {
    const { ownership, time } = await start(createMemoryNodes());

    time.wall += LEASE_MS;

    assert.equal(ownership.owns(JANE), false);
  });

  it('comes back as another run after its lease has ended, with greater epochs', async () => {
    const nodes = createMemoryNodes();
    const { ownership, pass, beat } = await start(nodes);
    const before = ownership.fenceOf(JANE);
    pass(LEASE_MS);
    nodes.clock.now += LEASE_MS;

    await beat();

    const after = ownership.fenceOf(JANE);
    assert.notEqual(after?.owner, before?.owner);
    assert.equal(after?.epoch, (before?.epoch ?? 0) + 1);
    assert.deepEqual([...nodes.rows.keys()], [after?.owner]);
  });

  it('leaves a run whose lease has ended alone until it has had a lease without a failure', async () => {
    const nodes = createMemoryNodes();
    const other = { id: 'other', url: null, version: '1', roles: ['watch'] as const, capacity: 1 };
    await nodes.join({ ...other, machine: 'n', pid: 2 }, { leaseMs: LEASE_MS, replaces: [] });
    await nodes.claim('other', await nodes.shards());
    const { ownership, pass, beat } = await start(nodes);
    const step = async (ms: number) => {
      pass(ms);
      nodes.clock.now += ms;
      await beat();
    };
    for (const ms of [3_000, 2_000]) await step(ms);
    nodes.isAway = true;
    await step(100);
    nodes.isAway = false;

    for (const ms of [3_000, 2_500]) await step(ms);
    const early = ownership.heldShards;
    await step(1_000);

    assert.deepEqual([early, ownership.heldShards], [0, SHARDS]);
  });

  describe('at a standby that has not received the last state', () => {
    const share = async () => {
      const nodes = createMemoryNodes();
      const first = await start(nodes);
      const beforeSecond = nodes.copy();
      const second = await start(nodes);
      for (const each of [first, second, first]) await each.beat();
      const pass = (ms: number) => {
        nodes.clock.now += ms;
        for (const each of [first, second]) each.pass(ms);
      };
      return { nodes, first, second, pass, beforeSecond };
    };

    it('takes shards back that it had given away only after a lease', async () => {
      const { first, second, pass, beforeSecond } = await share();
      beforeSecond();

      await first.beat();
      const early = [first.ownership.heldShards, second.ownership.heldShards];
      for (const ms of [3_000, 3_100]) {
        pass(ms);
        await first.beat();
      }

      assert.deepEqual([early, first.ownership.heldShards], [[SHARDS / 2, SHARDS / 2], SHARDS]);
      assert.equal(second.ownership.heldShards, 0);
    });

    it('sweeps nobody whose lease was longer before', async () => {
      const { nodes, first, second, pass } = await share();
      pass(3_000);
      await first.beat();
      const earlier = nodes.copy();
      await second.beat();
      pass(2_000);
      for (const each of [first, second]) await each.beat();
      pass(1_500);
      earlier();

      await first.beat();

      assert.deepEqual([first.ownership.heldShards, second.ownership.heldShards], [SHARDS / 2, SHARDS / 2]);
    });

    it('claims nothing for a lease where its own is not known', async () => {
      const { nodes, second, pass, beforeSecond } = await share();
      beforeSecond();
      nodes.rows.clear();

      await second.beat();
      const early = second.ownership.heldShards;
      for (const ms of [3_000, 3_100]) {
        pass(ms);
        await second.beat();
      }

      assert.deepEqual([early, second.ownership.heldShards], [0, SHARDS]);
    });
  });

  it('announces each change of its accounts, and no beat', async () => {
    const { ownership, beat, node } = await start(createMemoryNodes());
    const seen: boolean[] = [];
    const stop = ownership.onChange(() => seen.push(ownership.owns(JANE)));

    await beat();
    await beat();
    await node.close();
    stop();

    assert.deepEqual(seen, [false]);
  });
});
