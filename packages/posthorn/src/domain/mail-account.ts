/** A mail account: where a client's mail is, and how to sign in there. */
import type { Branded } from './brand.ts';
import type { Login } from './login.ts';
import type { MailAddress } from './mail-address.ts';
import type { MailboxName } from './mailbox-name.ts';

/** The `mailAccountId` of the API: the id of a mail server entry, or chosen by the client. */
export type MailAccountId = Branded<string, 'MailAccountId'>;

/** The receiving server. */
export interface InboxServer {
  /** The receiving protocol; only IMAP exists (lumen-app-email, mail server entries). */
  readonly type: 'IMAP';
  readonly host: string;
  readonly port: number;
  /** True: implicit TLS. False: STARTTLS where offered, else clear text where the operator allows it. */
  readonly isTls: boolean;
}

/** How the connection to the sending server is encrypted; `tls` and `starttls` both require STARTTLS. */
export type OutboxSecurity = 'ssl' | 'tls' | 'starttls' | 'none';

/** The sending server. */
export interface OutboxServer {
  readonly host: string;
  readonly port: number;
  readonly security: OutboxSecurity;
  readonly login: Login;
}

/**
 * Who named the servers of an account. What the operator wrote into the configuration is trusted
 * with any address; what a client sent may only lead to public mail servers.
 */
export type AccountOrigin = 'operator' | 'client';

/** One account with its servers and its login. */
export interface MailAccount {
  readonly id: MailAccountId;
  readonly name: string;
  readonly from: MailAddress;
  readonly replyTo: MailAddress;
  /** How the user signs in at the receiving server. */
  readonly login: Login;
  readonly inbox: InboxServer;
  /** Absent where the client did not send it: reading needs no sending server. */
  readonly outbox?: OutboxServer;
  /** Mailboxes that act as root folders; empty means that all mailboxes are shown (lumen-app-email, `root`). */
  readonly roots: readonly MailboxName[];
  readonly origin: AccountOrigin;
  /** The IP address of the client for whom the account is used, as trusted proxies report it; undefined outside of requests. */
  readonly client?: string | undefined;
}
