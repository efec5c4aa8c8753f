import type { Shard } from '../../../domain/accounts/account-shard.ts';
import type { AccountState, WatchMode } from '../../../domain/accounts/account-status.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../../domain/accounts/stored-account.ts';
import type { ApiKeyId } from '../../../domain/rights/api-key.ts';
import type { Fence } from '../account-ownership.ts';
import type { NewGrant } from './grants.ts';
import type { RowVersion } from './row-version.ts';

/** Absent members match all. */
export interface AccountFilter {
  readonly states?: readonly AccountState[];
  /** Of `from`, in any case. */
  readonly address?: string;
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
  /** Lower-case name, or time. */
  readonly value: string | number;
  readonly id: MailAccountId;
}

/** A page request. */
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

/** An account to read, without its login. */
export interface ReadableAccount {
  readonly id: MailAccountId;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Of its inbox. */
  readonly host: string;
  readonly epoch: number;
  /** Changes with its login, inbox or roots. */
  readonly access: string;
}

/** An account's new `watch`. */
export interface WatchChange {
  readonly id: MailAccountId;
  readonly mode: WatchMode;
  /** Undefined: unchanged. */
  readonly lastProofAt?: number | undefined;
  readonly fence: Fence | 'none';
}

/** Connected accounts. Throws `store-unavailable`. */
export interface Accounts {
  find(id: MailAccountId): Promise<StoredAccount | null>;

  list(request: AccountListRequest): Promise<AccountPage>;

  count(filter: AccountFilter): Promise<number>;

  /**
   * Replaces version `account.epoch`; epoch 0 creates it. Returns the new epoch; null for another or missing version
   * or an existing id. Keeps `createdAt`. Writes a new state's event in the same transaction.
   */
  save(account: StoredAccount): Promise<number | null>;

  /** Like `save`; replaces or (null) removes the grant in the same transaction. */
  saveWithGrant(account: StoredAccount, grant: NewGrant | null): Promise<number | null>;

  /**
   * In one transaction removes the account with grant, connect sessions, key bindings and event contents, and
   * writes `account.removed`. `at`: epoch milliseconds. False when missing, or for another `version`.
   */
  remove(id: MailAccountId, at: number, version?: RowVersion): Promise<boolean>;

  /** Accounts with an inbox in these shards (null: all), except disabled ones and refused logins. */
  listReadable(shards: readonly Shard[] | null): Promise<readonly ReadableAccount[]>;

  /** Changes `watch` alone, without a new version; `save` keeps it. Skips those with an old fence. */
  saveWatches(changes: readonly WatchChange[]): Promise<void>;
}
