import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { ViewMinimum } from './mail-changes.ts';

/** Callbacks must not throw. */
export interface WatchRequest {
  readonly account: MailAccount;
  /** Null: all mailboxes. */
  readonly mailbox: MailboxName | null;
  /** Something may have changed, up to `atLeast`. */
  readonly onNews: (atLeast?: ViewMinimum) => void;
  /** Called once for a refused login; the watch has ended. */
  readonly onRefused: (error: unknown) => void;
}

/** The caller closes it. */
export interface Watch {
  /** Reports a missed change: the watch restarts. */
  distrust(): void;
  close(): void;
}

/** All watches of one login share a connection. */
export interface MailWatcher {
  watch(request: WatchRequest): Watch;
  close(): Promise<void>;
}
