import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { ViewMinimum } from './mail-changes.ts';

/** A watch to start. Callbacks must not throw. */
export interface WatchRequest {
  readonly account: MailAccount;
  /** Null: all mailboxes. */
  readonly mailbox: MailboxName | null;
  /** Changes are possible, up to `atLeast`. */
  readonly onNews: (atLeast?: ViewMinimum) => void;
  /** Called once for a refused login, after the watch has ended. */
  readonly onRefused: (error: unknown) => void;
}

/** A watch; close it after use. */
export interface Watch {
  /** Reports a missed change, which restarts the watch. */
  distrust(): void;
  close(): void;
}

/** Watches mailboxes. All watches of a login share a connection. */
export interface MailWatcher {
  watch(request: WatchRequest): Watch;
  close(): Promise<void>;
}
