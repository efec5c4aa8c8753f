/** The nodes of a database in memory, whose clock a test sets. */
import type { Nodes, OwnedShard, StoredNode } from '../../../src/application/ports/state/nodes.ts';
import { SHARDS, type Shard } from '../../../src/domain/accounts/account-shard.ts';

/** Rows as the database would have them. */
export interface MemoryNodes extends Nodes {
  readonly clock: { now: number };
  /** Makes every call fail. */
  isAway: boolean;
  readonly rows: Map<string, Omit<StoredNode, 'isLapsed' | 'endsAt'> & { endsAt: number }>;
  /** Returns a function that brings the state of now back, as a standby does that has received no more. */
  copy(): () => void;
}

export function createMemoryNodes(): MemoryNodes {
  const clock = { now: 0 };
  const rows: MemoryNodes['rows'] = new Map();
  let shards: readonly OwnedShard[] = Array.from({ length: SHARDS }, (_, shard) => ({
    shard: shard as Shard,
    owner: null,
    epoch: 0,
  }));
  const isLapsed = (id: string) => (rows.get(id)?.endsAt ?? 0) <= clock.now;
  const nodes: Nodes = {
    async join(run, { leaseMs, replaces }) {
      for (const id of replaces) rows.delete(id);
      rows.set(run.id, { ...run, endsAt: clock.now + leaseMs });
    },
    async beat(id, leaseMs) {
      const row = rows.get(id);
      if (row === undefined || isLapsed(id)) return false;
      row.endsAt = clock.now + leaseMs;
      return true;
    },
    async survey() {
      const mark = JSON.stringify(shards.map(({ owner, epoch }) => [owner, epoch]));
      return { nodes: [...rows.values()].map((row) => ({ ...row, isLapsed: isLapsed(row.id) })), mark };
    },
    async sweep() {
      for (const id of rows.keys()) if (isLapsed(id)) rows.delete(id);
    },
    shards: async () => shards,
    async claim(id, free) {
      const seen = new Map(free.map(({ shard, epoch }) => [shard, epoch]));
      shards = shards.map((row) =>
        !isLapsed(id) && !rows.has(row.owner ?? '') && seen.get(row.shard) === row.epoch
          ? { ...row, owner: id, epoch: row.epoch + 1 }
          : row,
      );
    },
    async release(id, released) {
      shards = shards.map((row) =>
        row.owner === id && released.includes(row.shard) ? { ...row, owner: null } : row,
      );
    },
    async retire(id) {
      const row = rows.get(id);
      if (row !== undefined) rows.set(id, { ...row, capacity: 0 });
    },
    countAccounts: async () => 0,
    leave: async (id) => void rows.delete(id),
  };
  const copy = () => {
    const [keptRows, keptShards] = [[...rows].map(([id, row]) => [id, { ...row }] as const), shards];
    return () => {
      rows.clear();
      for (const [id, row] of keptRows) rows.set(id, row);
      shards = keptShards;
    };
  };
  const state = { clock, rows, copy, isAway: false };
  const guarded = Object.entries(nodes).map(([name, method]) => [
    name,
    async (...args: readonly unknown[]) => {
      if (memory.isAway) throw new Error('The database is away.');
      return (method as (...values: readonly unknown[]) => unknown)(...args);
    },
  ]);
  const memory = Object.assign(state, Object.fromEntries(guarded)) as MemoryNodes;
  return memory;
}
