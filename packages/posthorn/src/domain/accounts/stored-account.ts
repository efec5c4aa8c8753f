import type { SealedSecret } from '../logins/sealed-secret.ts';
import type { MailboxName } from '../mailboxes/mailbox-name.ts';
import type { MailAddress } from '../values/mail-address.ts';
import type { AccountStatus } from './account-status.ts';
import type { InboxServer, MailAccountId, OutboxServer } from './mail-account.ts';

export type StoredOutbox = Omit<OutboxServer, 'login'>;

/** OAuth tokens are in the grant. */
export type StoredLogin =
  | { readonly mechanism: 'password'; readonly user: string; readonly password: SealedSecret }
  | { readonly mechanism: 'oauth'; readonly user: string; readonly provider: string };

/** A connected account. */
export interface StoredAccount extends AccountStatus {
  readonly id: MailAccountId;
  readonly name: string;
  readonly from: MailAddress;
  readonly replyTo: MailAddress;
  /** Null: send only. */
  readonly inbox: InboxServer | null;
  /** Null: read only. */
  readonly outbox: StoredOutbox | null;
  /** Empty: all are shown. */
  readonly roots: readonly MailboxName[];
  readonly login: StoredLogin;
  /** Null: `login`. */
  readonly outboxLogin: StoredLogin | null;
  /** From 1; 0: not stored yet. */
  readonly epoch: number;
}
