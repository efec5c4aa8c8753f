import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';

/** A refresh without a stored result. */
export interface RefreshAttempt {
  /** Named anew at each start. */
  readonly owner: string;
  /** Exclusive until then, in epoch milliseconds. */
  readonly endsAt: number;
  /** The refresh token's uses. */
  readonly tries: number;
}

/** A provider's grant. Tokens are sealed for `grantBinding`. */
export interface Grant {
  readonly account: MailAccountId;
  /** Id in `app/config/oauth.js`. */
  readonly provider: string;
  /** `sub` of OpenID Connect. */
  readonly subject: string | null;
  /** Null: unreported. */
  readonly scope: string | null;
  readonly refreshToken: SealedSecret;
  /** Null until the first refresh. */
  readonly accessToken: SealedSecret | null;
  /** Epoch milliseconds. */
  readonly accessEndsAt: number | null;
  readonly refresh: RefreshAttempt | null;
  /** From 1; 0: not stored. */
  readonly epoch: number;
}

/** A grant to store with its account. */
export type NewGrant = Omit<Grant, 'account' | 'refresh' | 'epoch'>;

/** Grants. Throws `store-unavailable`. */
export interface Grants {
  find(account: MailAccountId): Promise<Grant | null>;

  /**
   * Like `Accounts.save`; null also for a missing account. Only one caller on all nodes succeeds: a refresh
   * begins once.
   */
  save(grant: Grant): Promise<number | null>;

  /** False when missing. */
  remove(account: MailAccountId): Promise<boolean>;
}
