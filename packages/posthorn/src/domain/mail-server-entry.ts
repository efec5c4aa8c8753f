/** A mail server that the operator configured, and which users sign in to it. */
import type { Login } from './login.ts';
import type { InboxServer, MailAccountId, OutboxServer } from './mail-account.ts';
import type { MailboxName } from './mailbox-name.ts';
import type { OAuthProvider } from './oauth-provider.ts';

/** Decides whether a user name belongs to an entry. Linear in the length of the name. */
export interface UserNamePattern {
  /** The pattern as it was configured. */
  readonly source: string;
  readonly matches: (userName: string) => boolean;
}

/** One entry of the configuration file `imapserver` (lumen-app-email, mail server configuration entries). */
export interface MailServerEntry {
  /** Unique in the file; the `mailAccountId` of the API. */
  readonly id: MailAccountId;
  readonly inbox: InboxServer;
  /** Absent where the entry is only for reading. */
  readonly outbox?: Omit<OutboxServer, 'login'>;
  /** In the order of the file. A user name that one of them matches belongs to the entry. */
  readonly patterns: readonly UserNamePattern[];
  /** Mailboxes that act as root folders; empty means that all mailboxes are shown. */
  readonly roots: readonly MailboxName[];
  /** How users may sign in; left out: with passwords only. */
  readonly auth?: readonly Login['kind'][];
  /** How long a session lives on a token at most; left out: DEFAULT_TOKEN_MINUTES. */
  readonly tokenMinutes?: number;
  /** Where users get their tokens. */
  readonly oauth?: OAuthProvider;
}
