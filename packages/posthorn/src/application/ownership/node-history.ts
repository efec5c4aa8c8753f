import type { Shard } from '../../domain/accounts/account-shard.ts';
import type { OwnedShard, StoredNode } from '../ports/state/nodes.ts';

/** Detects a database that returns earlier rows. */
export class NodeHistory {
  #owners: ReadonlyMap<Shard, OwnedShard> = new Map();
  #ends: ReadonlyMap<string, number> = new Map();

  /** True if an owner cannot follow the last one read: each claim has a greater epoch. */
  hasEarlierOwners(owners: readonly OwnedShard[]): boolean {
    const before = this.#owners;
    this.#owners = new Map(owners.map((each) => [each.shard, each]));
    return owners.some(({ shard, owner, epoch }) => {
      const known = before.get(shard);
      if (known === undefined || epoch > known.epoch) return false;
      return epoch < known.epoch || (owner !== null && owner !== known.owner);
    });
  }

  /** True if a lease ends earlier than read before. */
  hasEarlierLeases(nodes: readonly StoredNode[]): boolean {
    const before = this.#ends;
    this.#ends = new Map(nodes.map(({ id, endsAt }) => [id, endsAt]));
    return nodes.some(({ id, endsAt }) => endsAt < (before.get(id) ?? endsAt));
  }
}
