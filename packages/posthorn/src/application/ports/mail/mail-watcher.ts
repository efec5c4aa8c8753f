/** Port: who notices that something has happened in an account. The default adapter speaks IMAP. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { ViewMinimum } from './mail-changes.ts';

/** What is watched, and the callbacks. */
export interface WatchRequest {
  readonly account: MailAccount;
  /** Null for all mailboxes of the account. */
  readonly mailbox: MailboxName | null;
  /** Called when something may have happened; `atLeast` is what the mailbox is known to have come to. It must not throw. */
  readonly onNews: (atLeast?: ViewMinimum) => void;
  /** Called once when the server no longer accepts the login; nothing is watched then. It must not throw. */
  readonly onRefused: (error: unknown) => void;
}

/** A watch. The caller closes it. */
export interface Watch {
  /** Reports that this watch has missed a change: it is restarted. */
  distrust(): void;
  close(): void;
}

/** Notices changes. All watches of one login share one connection. */
export interface MailWatcher {
  watch(request: WatchRequest): Watch;
  /** Ends all watches and their connections. */
  close(): Promise<void>;
}
