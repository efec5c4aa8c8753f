import type { Login } from '../logins/login.ts';
import type { MailboxName } from '../mailboxes/mailbox-name.ts';
import type { Branded } from '../values/brand.ts';
import type { MailAddress } from '../values/mail-address.ts';
import type { AccountStatus } from './account-status.ts';

/** A server entry's id, or the client's choice. */
export type MailAccountId = Branded<string, 'MailAccountId'>;

/** The receiving server. */
export interface InboxServer {
  readonly type: 'IMAP';
  readonly host: string;
  readonly port: number;
  /** False: STARTTLS if offered, else clear text if the operator allows it. */
  readonly isTls: boolean;
}

/** `tls` and `starttls` both require STARTTLS. */
export type OutboxSecurity = 'ssl' | 'tls' | 'starttls' | 'none';

/** The sending server. */
export interface OutboxServer {
  readonly host: string;
  readonly port: number;
  readonly security: OutboxSecurity;
  readonly login: Login;
}

/** The operator's may have any address; a client's must be public. */
export type AccountOrigin = 'operator' | 'client';

/** An account with its servers and login. */
export interface MailAccount {
  readonly id: MailAccountId;
  readonly name: string;
  readonly from: MailAddress;
  readonly replyTo: MailAddress;
  readonly login: Login;
  readonly inbox: InboxServer;
  /** Absent for reading only. */
  readonly outbox?: OutboxServer;
  /** Root folders; empty: all are shown (lumen-app-email, `root`). */
  readonly roots: readonly MailboxName[];
  readonly origin: AccountOrigin;
  /** From trusted proxies; undefined outside requests. */
  readonly client?: string | undefined;
  /** Only of connected accounts. */
  readonly status?: AccountStatus;
  /** Aborts when a connected account is removed: its mailbox is left alone. */
  readonly removed?: AbortSignal;
}

/** Sends, with or without an inbox. */
export type SendingAccount = Omit<MailAccount, 'inbox'>;
