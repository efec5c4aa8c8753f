import type { Shard } from '../../domain/accounts/account-shard.ts';
import type { Deadline } from '../../domain/values/deadline.ts';
import type { OwnedShard, StoredNode } from '../ports/state/nodes.ts';

/** Nodes and shards as one node knows them. Plain data. */
export interface NodeView {
  readonly id: string;
  /** Its shards' epochs. */
  readonly held: ReadonlyMap<Shard, number>;
  /** The node owns nothing after it. */
  readonly endsAt: Deadline;
  /** When the lease was last extended. */
  readonly beatAt: number;
  /** All shards, possibly outdated. */
  readonly owners: readonly OwnedShard[];
  readonly nodes: readonly StoredNode[];
}
