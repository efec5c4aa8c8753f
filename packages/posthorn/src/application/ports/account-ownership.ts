import type { Shard } from '../../domain/account-shard.ts';
import type { MailAccountId } from '../../domain/mail-account.ts';

/** Proof of ownership, checked by transactions that write for an account: a suspended process may have lost it. */
export interface Fence {
  readonly shard: Shard;
  /** A run of a node; names are never reused. */
  readonly owner: string;
  /** Greater with each owner. */
  readonly epoch: number;
}

/** Decides which process watches, delivers and sends for a connected account. */
export interface AccountOwnership {
  /** True while only this process works for the account. No query; ask again after every wait. */
  owns(account: MailAccountId): boolean;

  /** Shards that this process may work for; null: all. */
  listShards(): readonly Shard[] | null;

  /** Null: another process owns the account. `'none'`: no other process writes to the database. */
  fenceOf(account: MailAccountId): Fence | 'none' | null;

  /** Calls `listener` after ownership changes. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}
