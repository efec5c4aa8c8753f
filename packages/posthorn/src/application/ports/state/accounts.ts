import type { Shard } from '../../../domain/account-shard.ts';
import type { AccountState, WatchMode } from '../../../domain/account-status.ts';
import type { ApiKeyId } from '../../../domain/api-key.ts';
import type { MailAccountId } from '../../../domain/mail-account.ts';
import type { StoredAccount } from '../../../domain/stored-account.ts';
import type { NewGrant } from './grants.ts';

/** Absent members match all. */
export interface AccountFilter {
  readonly states?: readonly AccountState[];
  /** Of `from`, in any case. */
  readonly address?: string;
  /** Absent for a key for all accounts. */
  readonly boundTo?: ApiKeyId;
  /** At most 200. */
  readonly ids?: readonly MailAccountId[];
}

/** Names by code points in lower case; ties by id. */
export interface AccountSort {
  readonly by: 'name' | 'createdAt';
  readonly isDescending: boolean;
}

/** The position after an account. */
export interface AccountPosition {
  /** Name in lower case, or time. */
  readonly value: string | number;
  readonly id: MailAccountId;
}

/** A request for a page of accounts. */
export interface AccountListRequest {
  readonly filter: AccountFilter;
  readonly sort: AccountSort;
  readonly after: AccountPosition | null;
  /** 1 to 200. */
  readonly limit: number;
}

/** A page of accounts. */
export interface AccountPage {
  readonly accounts: readonly StoredAccount[];
  readonly next: AccountPosition | null;
}

/** An account that is to be read, without its login. */
export interface ReadableAccount {
  readonly id: MailAccountId;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Of its inbox. */
  readonly host: string;
  readonly epoch: number;
  /** Another text after a change of its login, its inbox or its roots. */
  readonly access: string;
}

/** A new `watch` of an account. */
export interface WatchChange {
  readonly id: MailAccountId;
  readonly mode: WatchMode;
  /** Milliseconds since 1970. Undefined: unchanged. */
  readonly lastProofAt?: number | undefined;
}

/** The connected accounts. Throws MailError `store-unavailable`. */
export interface Accounts {
  find(id: MailAccountId): Promise<StoredAccount | null>;

  list(request: AccountListRequest): Promise<AccountPage>;

  count(filter: AccountFilter): Promise<number>;

  /**
   * Replaces version `account.epoch`; epoch 0 creates it. Returns the new epoch, or null for another or
   * missing version, or an existing id. `createdAt` never changes. The event of a new state is written in the same transaction.
   */
  save(account: StoredAccount): Promise<number | null>;

  /** Like `save`, and in one transaction replaces the account's grant, or removes it for null. */
  saveWithGrant(account: StoredAccount, grant: NewGrant | null): Promise<number | null>;

  /**
   * Includes grant, connect sessions, key bindings and the contents of events, in one transaction that writes
   * `account.removed`. `at`: milliseconds since 1970. False when missing.
   */
  remove(id: MailAccountId, at: number): Promise<boolean>;

  /** All of these shards (null: of all) with an inbox, except disabled ones and those with a refused login. */
  listReadable(shards: readonly Shard[] | null): Promise<readonly ReadableAccount[]>;

  /** Keeps the versions of the accounts, whose `save` keeps `watch`. */
  saveWatches(changes: readonly WatchChange[]): Promise<void>;
}
