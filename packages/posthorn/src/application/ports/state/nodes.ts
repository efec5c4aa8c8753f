import type { Shard } from '../../../domain/account-shard.ts';

/** Parts of the work. `watch` includes the ownership of accounts. */
export type NodeRole = 'api' | 'watch' | 'send' | 'hooks';

/** One run of a server. */
export interface NodeRun {
  /** Never used again. */
  readonly id: string;
  /** For requests of other nodes; null: they send none. */
  readonly url: string | null;
  readonly version: string;
  readonly roles: readonly NodeRole[];
  /** Share of the accounts, in proportion; 0 for a node that stops. */
  readonly capacity: number;
  /** Where process ids have a meaning; null: unknown. */
  readonly machine: string | null;
  readonly pid: number;
}

/** A run as the database has it. */
export interface StoredNode extends NodeRun {
  /** By the clock of the database, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Its lease has ended by the clock of the database. It owns its shards until it is swept. */
  readonly isLapsed: boolean;
}

/** All nodes, and a mark that changes with every owner of a shard. */
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

/** Nodes of one database and their shards. Leases run by the clock of the database. Throws MailError `store-unavailable`. */
export interface Nodes {
  /** Starts a run with a lease, and ends those that it replaces. */
  join(
    run: NodeRun,
    options: { readonly leaseMs: number; readonly replaces: readonly string[] },
  ): Promise<void>;

  /** Extends the lease. False for ever once it has ended. */
  beat(id: string, leaseMs: number): Promise<boolean>;

  survey(): Promise<NodeSurvey>;

  /** Ends the runs whose lease has ended, so that their shards are free. */
  sweep(): Promise<void>;

  shards(): Promise<readonly OwnedShard[]>;

  /** Takes those that are still free, each with the next epoch; none after the end of the lease. */
  claim(id: string, free: readonly OwnedShard[]): Promise<void>;

  release(id: string, shards: readonly Shard[]): Promise<void>;

  /** Sets the capacity to 0: others take the shards, and requests that have begun go on. */
  retire(id: string): Promise<void>;

  /** Number of connected accounts of the shards. */
  countAccounts(shards: readonly Shard[]): Promise<number>;

  /** Ends the run; its shards are free. */
  leave(id: string): Promise<void>;
}
