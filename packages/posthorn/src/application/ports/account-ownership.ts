import type { Shard } from '../../domain/account-shard.ts';
import type { MailAccountId } from '../../domain/mail-account.ts';

/** Proof of ownership. Transactions that write for an account check it: a process that was suspended has an old one. */
export interface Fence {
  readonly shard: Shard;
  /** One run of a node, by a name never used again. */
  readonly owner: string;
  /** Greater with each owner. */
  readonly epoch: number;
}

/** Decides which process works for a connected account: watches it, and delivers and sends for it. */
export interface AccountOwnership {
  /** True while this process alone works for the account. Costs no query; ask again after every wait. */
  owns(account: MailAccountId): boolean;

  /** The shards of all accounts that this process may work for; null for all shards. */
  listShards(): readonly Shard[] | null;

  /** Null for an account of another process. `'none'` where no other process writes to the database. */
  fenceOf(account: MailAccountId): Fence | 'none' | null;

  /** Calls `listener` after any account was won or lost. Returns a function that stops it. */
  onChange(listener: () => void): () => void;
}
