import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { ViewMinimum } from './mail-changes.ts';

/** A watch to start. Callbacks must not throw. */
export interface WatchRequest {
  readonly account: MailAccount;
  /** Null: all mailboxes. */
  readonly mailbox: MailboxName | null;
  /** Changes are possible, up to `atLeast`. */
  readonly onNews: (atLeast?: ViewMinimum) => void;
  /** Once, for a refused login; the watch has ended. */
  readonly onRefused: (error: unknown) => void;
}

/** A watch; close it. */
export interface Watch {
  /** Restarts the watch after a missed change. */
  distrust(): void;
  close(): void;
}

/** Watches mailboxes, with one connection per login. */
export interface MailWatcher {
  watch(request: WatchRequest): Watch;
  close(): Promise<void>;
}
