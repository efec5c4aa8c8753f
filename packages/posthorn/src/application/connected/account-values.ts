import type { InboxServer, MailAccountId } from '../../domain/mail-account.ts';
import type { MailAddress } from '../../domain/mail-address.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { Secret } from '../../domain/secret.ts';
import type { StoredAccount, StoredOutbox } from '../../domain/stored-account.ts';

/** A login in clear, for as long as it is tried and sealed. */
export type GivenLogin =
  | { readonly mechanism: 'password'; readonly user: string; readonly password: Secret }
  | {
      readonly mechanism: 'oauth';
      readonly user: string;
      /** Id in `app/config/oauth.js`. */
      readonly provider: string;
      readonly refreshToken: Secret;
      /** Absent: not asked for yet. */
      readonly access?: GivenAccess;
    };

/** The access token of a login in clear. */
export interface GivenAccess {
  readonly token: Secret;
  /** Milliseconds since 1970; null: unknown. */
  readonly endsAt: number | null;
  /** `sub` of OpenID Connect. */
  readonly subject: string | null;
  readonly scope: string | null;
}

/** Values of an account that its creator chooses. */
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
  /** Null: made here. */
  readonly id: MailAccountId | null;
  /** Absent servers are found by the address of `from`. */
  readonly values: Omit<AccountValues, 'inbox' | 'outbox'> & Partial<Pick<AccountValues, 'inbox' | 'outbox'>>;
  readonly login: GivenLogin;
  /** Null: sending uses `login`. */
  readonly outboxLogin: GivenLogin | null;
  /** False: stored as `connecting`, without being tried. */
  readonly isTried: boolean;
}

/** A change of an account; absent members stay. */
export interface AccountChange {
  readonly id: MailAccountId;
  /** The versions that the client allows; absent: any. */
  readonly expected?: readonly number[] | undefined;
  readonly change: (account: StoredAccount) => Partial<AccountValues>;
  readonly login?: GivenLogin | undefined;
  readonly outboxLogin?: GivenLogin | null | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly isTried: boolean;
}
