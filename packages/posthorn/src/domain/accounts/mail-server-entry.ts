import type { Login } from '../logins/login.ts';
import type { OAuthProvider } from '../logins/oauth-provider.ts';
import type { MailboxName } from '../mailboxes/mailbox-name.ts';
import type { InboxServer, MailAccountId, OutboxServer } from './mail-account.ts';

/** Matches user names in linear time. */
export interface UserNamePattern {
  readonly source: string;
  readonly matches: (userName: string) => boolean;
}

/** An `imapserver` entry (lumen-app-email). */
export interface MailServerEntry {
  /** Unique in the file. */
  readonly id: MailAccountId;
  readonly inbox: InboxServer;
  /** Absent for reading only. */
  readonly outbox?: Omit<OutboxServer, 'login'>;
  readonly patterns: readonly UserNamePattern[];
  /** Empty: all are shown. */
  readonly roots: readonly MailboxName[];
  /** Default: passwords only. */
  readonly auth?: readonly Login['kind'][];
  readonly tokenMinutes?: number;
  readonly oauth?: OAuthProvider;
}
