import type { Shard } from '../../domain/accounts/account-shard.ts';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';

/** Proof of ownership for writing transactions: a suspended process may have lost it. */
export interface Fence {
  readonly shard: Shard;
  /** Never reused. */
  readonly owner: string;
  readonly epoch: number;
}

/** Decides which process works for a connected account. */
export interface AccountOwnership {
  /** True for the only owner. No query; ask again after every wait. */
  owns(account: MailAccountId): boolean;

  /** Null: all. */
  listShards(): readonly Shard[] | null;

  /** Null: another process owns it. `'none'`: no other process writes to the database. */
  fenceOf(account: MailAccountId): Fence | 'none' | null;

  /** Calls `listener` after changes. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}
