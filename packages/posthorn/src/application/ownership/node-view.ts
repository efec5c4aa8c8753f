import type { Shard } from '../../domain/account-shard.ts';
import type { Deadline } from '../../domain/deadline.ts';
import type { OwnedShard, StoredNode } from '../ports/state/nodes.ts';

/** The nodes and their shards as one node knows them. Plain data. */
export interface NodeView {
  /** This run of the node. */
  readonly id: string;
  /** Epochs of its shards. */
  readonly held: ReadonlyMap<Shard, number>;
  /** After it, the node owns nothing. */
  readonly endsAt: Deadline;
  /** When the lease was last extended. */
  readonly beatAt: number;
  /** All shards, which may have changed since. */
  readonly owners: readonly OwnedShard[];
  readonly nodes: readonly StoredNode[];
}
