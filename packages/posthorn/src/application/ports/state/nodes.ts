import type { Shard } from '../../../domain/accounts/account-shard.ts';

/** Parts of the work. `watch` includes owning accounts. */
export type NodeRole = 'api' | 'watch' | 'send' | 'hooks';

/** One server run. */
export interface NodeRun {
  /** Never reused. */
  readonly id: string;
  /** For other nodes' requests; null: none. */
  readonly url: string | null;
  readonly version: string;
  readonly roles: readonly NodeRole[];
  /** Relative share of accounts; 0: the node stops. */
  readonly capacity: number;
  /** The scope of process ids; null: unknown. */
  readonly machine: string | null;
  readonly pid: number;
}

/** A stored run. */
export interface StoredNode extends NodeRun {
  /** The database's epoch milliseconds. */
  readonly endsAt: number;
  /** By the database's clock. The run owns its shards until swept. */
  readonly isLapsed: boolean;
}

/** All nodes, and a mark changing with each shard owner. */
export interface NodeSurvey {
  readonly nodes: readonly StoredNode[];
  readonly mark: string;
}

/** A shard and its owner. */
export interface OwnedShard {
  readonly shard: Shard;
  /** A missing node owns nothing. */
  readonly owner: string | null;
  readonly epoch: number;
}

/** A database's nodes and shards. Leases follow its clock. Throws `store-unavailable`. */
export interface Nodes {
  /** Starts a run with a lease, and ends those it replaces. */
  join(
    run: NodeRun,
    options: { readonly leaseMs: number; readonly replaces: readonly string[] },
  ): Promise<void>;

  /** Extends the lease. False from its end on. */
  beat(id: string, leaseMs: number): Promise<boolean>;

  survey(): Promise<NodeSurvey>;

  /** Ends lapsed runs, which frees their shards. */
  sweep(): Promise<void>;

  shards(): Promise<readonly OwnedShard[]>;

  /** Takes shards still free, with their next epochs; none after the lease's end. */
  claim(id: string, free: readonly OwnedShard[]): Promise<void>;

  release(id: string, shards: readonly Shard[]): Promise<void>;

  /** Sets the capacity to 0: others take the shards; running requests continue. */
  retire(id: string): Promise<void>;

  countAccounts(shards: readonly Shard[]): Promise<number>;

  /** Ends the run and frees its shards. */
  leave(id: string): Promise<void>;
}
