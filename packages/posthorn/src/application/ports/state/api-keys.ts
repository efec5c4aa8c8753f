import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { ApiKey, ApiKeyId } from '../../../domain/rights/api-key.ts';
import type { RowVersion } from './row-version.ts';

/** A page request. */
export interface ApiKeyListRequest {
  readonly after: { readonly createdAt: number; readonly id: ApiKeyId } | null;
  /** 1 to 200. */
  readonly limit: number;
}

/** A key's use. */
export interface ApiKeyUse {
  readonly id: ApiKeyId;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** API keys. Throws `store-unavailable`. */
export interface ApiKeys {
  find(id: ApiKeyId): Promise<ApiKey | null>;

  /** Oldest first. */
  list(request: ApiKeyListRequest): Promise<readonly ApiKey[]>;

  /**
   * Replaces the key and its bindings. Like `Accounts.save`; null also for an unknown account. Ignores `createdAt`
   * and `lastUsedAt`.
   */
  save(key: ApiKey): Promise<number | null>;

  /** False when missing, or for another `version`. */
  remove(id: ApiKeyId, version?: RowVersion): Promise<boolean>;

  /** One transaction, without new epochs; ignores older uses. */
  noteUses(uses: readonly ApiKeyUse[]): Promise<void>;

  isBound(id: ApiKeyId, account: MailAccountId): Promise<boolean>;
}
