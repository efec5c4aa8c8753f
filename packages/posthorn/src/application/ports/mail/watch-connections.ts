import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { Mailbox, MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { UidRanges } from '../../../domain/values/uid-ranges.ts';
import type { WatchMode } from '../mail-telemetry.ts';
import type { MailboxChanges, MailboxChangesRequest } from './mail-changes.ts';

/** A mailbox's messages and their flags. */
export interface MailboxSnapshot {
  readonly counts: MailboxCounts;
  /** `counts.total` of them, all below `counts.uidNext`. */
  readonly uids: UidRanges;
  /** By name: `\seen`, `\flagged`, `\answered`, `\draft`, and lower-case keywords. */
  readonly flags: ReadonlyMap<string, UidRanges>;
  readonly hasKeywords: boolean;
}

/** Names surviving a move. Null: absent. */
export interface LastingNames {
  readonly messageId: string | null;
  /** RFC 8474 §5.1, or Gmail's. */
  readonly emailId: string | null;
}

/** A page of changes. Messages have only flag attributes. */
export interface WatchedChanges extends MailboxChanges {
  /** Of created messages. */
  readonly names: ReadonlyMap<number, LastingNames>;
}

/** Mailboxes that may have changed; null: any. */
export type WatchNews = ReadonlySet<MailboxName> | null;

/** One watched account's connection. Methods have deadlines, and throw like `MailStore`. */
export interface WatchConnection {
  /** `sweep`: nothing is reported; `waitForNews` only waits. */
  readonly mode: WatchMode;
  /** False: no session to spare; every reading may sign in. */
  readonly isOwn: boolean;
  /** Of the login, in epoch milliseconds; infinite for a password. */
  readonly endsAt: number;

  /** Selectable ones, with counts if the server reports them. */
  listMailboxes(signal: AbortSignal): Promise<readonly Mailbox[]>;

  /** Throws like `MailChanges.readMailbox`. */
  readChanges(
    request: Pick<MailboxChangesRequest, 'mailbox' | 'since' | 'limit'>,
    signal: AbortSignal,
  ): Promise<WatchedChanges>;

  /** Throws like `MailChanges.readInventory`. */
  readSnapshot(mailbox: MailboxName, signal: AbortSignal): Promise<MailboxSnapshot>;

  /** Of existing messages. */
  readNames(
    request: { readonly mailbox: MailboxName; readonly uids: readonly number[] },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, LastingNames>>;

  /** Waits for reports; those since a mailbox's last reading end it at once. */
  waitForNews(ms: number, signal: AbortSignal): Promise<WatchNews>;

  close(): Promise<void>;
}

/** Opens connections of watched accounts. */
export interface WatchConnections {
  /** `isNew`: demands a new connection. Throws like `MailStore`. */
  open(
    request: { readonly account: MailAccount; readonly isNew: boolean },
    signal: AbortSignal,
  ): Promise<WatchConnection>;
}
