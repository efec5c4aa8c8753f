/** Port: who notices that something has happened in an account. The default adapter speaks IMAP. */
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { ViewMinimum } from './mail-changes.ts';

/** What is watched, and who is told. */
export interface WatchRequest {
  readonly account: MailAccount;
  /** Null for all mailboxes of the account. */
  readonly mailbox: MailboxName | null;
  /** Called when something may have happened; `atLeast` is what the mailbox is known to have come to. It must not throw. */
  readonly onNews: (atLeast?: ViewMinimum) => void;
  /** Called once when the server does not accept the login any more; nothing is watched then. It must not throw. */
  readonly onRefused: (error: unknown) => void;
}

/** A watch. The caller closes it. */
export interface Watch {
  /** Says that something has happened of which this watch told nothing: it is begun anew. */
  distrust(): void;
  close(): void;
}

/** Notices changes. All watches of one login share one connection. */
export interface MailWatcher {
  watch(request: WatchRequest): Watch;
  /** Ends all watches and their connections. */
  close(): Promise<void>;
}
