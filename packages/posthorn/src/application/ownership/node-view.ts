import type { Shard } from '../../domain/account-shard.ts';
import type { OwnedShard, StoredNode } from '../ports/state/nodes.ts';

/** Clocks of this machine. */
export interface NodeClock {
  /** Milliseconds that no one sets; the same for all processes of the machine. */
  readonly monotonic: () => number;
  /** Milliseconds since 1970; goes on while a virtual machine is suspended. */
  readonly wall: () => number;
}

/** An instant of both clocks: it has passed when either has passed it. */
export interface Deadline {
  readonly monotonic: number;
  readonly wall: number;
}

/** Returns the instant `ms` from now. */
export function deadlineIn(clock: NodeClock, ms: number): Deadline {
  return { monotonic: clock.monotonic() + ms, wall: clock.wall() + ms };
}

/** Milliseconds until the deadline; 0 or less once it has passed. */
export function timeUntil(clock: NodeClock, deadline: Deadline): number {
  return Math.min(deadline.monotonic - clock.monotonic(), deadline.wall - clock.wall());
}

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
