import type { InboxServer, MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { StoredAccount, StoredOutbox } from '../../domain/accounts/stored-account.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MailAddress } from '../../domain/values/mail-address.ts';
import type { RowVersion } from '../ports/state/row-version.ts';

/** A clear login, while tried and sealed. */
export type GivenLogin =
  | { readonly mechanism: 'password'; readonly user: string; readonly password: Secret }
  | {
      readonly mechanism: 'oauth';
      readonly user: string;
      /** Id in `app/config/oauth.js`. */
      readonly provider: string;
      readonly refreshToken: Secret;
      /** Absent: not requested yet. */
      readonly access?: GivenAccess;
    };

/** A login's clear access token. */
export interface GivenAccess {
  readonly token: Secret;
  /** Epoch milliseconds; null: unknown. */
  readonly endsAt: number | null;
  /** `sub` of OpenID Connect. */
  readonly subject: string | null;
  readonly scope: string | null;
}

/** Account values that the creator chooses. */
export interface AccountValues {
  readonly name: string;
  readonly from: MailAddress;
  readonly replyTo: MailAddress;
  /** Null: only sends. */
  readonly inbox: InboxServer | null;
  /** Null: only reads. */
  readonly outbox: StoredOutbox | null;
  readonly roots: readonly MailboxName[];
}

/** An account to connect. */
export interface NewAccount {
  /** Null: generated. */
  readonly id: MailAccountId | null;
  /** Absent servers are found by `from`'s address. */
  readonly values: Omit<AccountValues, 'inbox' | 'outbox'> & Partial<Pick<AccountValues, 'inbox' | 'outbox'>>;
  readonly login: GivenLogin;
  /** Null: sending uses `login`. */
  readonly outboxLogin: GivenLogin | null;
  /** False: stored as `connecting`, untried. */
  readonly isTried: boolean;
  /** True: `LoginProof` limits wrong passwords; else the caller does. */
  readonly isLimited?: boolean;
}

/** Account changes; absent members stay. */
export interface AccountChange {
  readonly id: MailAccountId;
  /** Allowed versions; absent: any. */
  readonly expected?: readonly RowVersion[] | undefined;
  readonly change: (account: StoredAccount) => Partial<AccountValues>;
  readonly login?: GivenLogin | undefined;
  readonly outboxLogin?: GivenLogin | null | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly isTried: boolean;
  readonly isLimited?: boolean;
}
