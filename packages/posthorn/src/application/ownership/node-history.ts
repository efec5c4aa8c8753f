import type { Shard } from '../../domain/account-shard.ts';
import type { OwnedShard, StoredNode } from '../ports/state/nodes.ts';

/** Remembers rows of the database, and recognises earlier ones. */
export class NodeHistory {
  #owners: ReadonlyMap<Shard, OwnedShard> = new Map();
  #ends: ReadonlyMap<string, number> = new Map();

  /** True where an owner is not one that can follow those of before: a claim has a greater epoch. */
  hasEarlierOwners(owners: readonly OwnedShard[]): boolean {
    const before = this.#owners;
    this.#owners = new Map(owners.map((each) => [each.shard, each]));
    return owners.some(({ shard, owner, epoch }) => {
      const known = before.get(shard);
      if (known === undefined || epoch > known.epoch) return false;
      return epoch < known.epoch || (owner !== null && owner !== known.owner);
    });
  }

  /** True where a lease ends before the time that was read before. */
  hasEarlierLeases(nodes: readonly StoredNode[]): boolean {
    const before = this.#ends;
    this.#ends = new Map(nodes.map(({ id, endsAt }) => [id, endsAt]));
    return nodes.some(({ id, endsAt }) => endsAt < (before.get(id) ?? endsAt));
  }
}
