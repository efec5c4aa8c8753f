import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { EventId, EventKind, MailEvent } from '../../../domain/events/mail-event.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { ApiKeyId } from '../../../domain/rights/api-key.ts';

/** Absent members match all. */
export interface EventFilter {
  /** At most 200. */
  readonly accounts?: readonly MailAccountId[];
  /** A bound key's accounts. */
  readonly boundTo?: ApiKeyId;
  readonly kinds?: readonly EventKind[];
}

/** An event and its position in the log: ascending, never reused. */
export interface LoggedEvent {
  readonly position: number;
  readonly event: MailEvent;
}

/** An event's position and time. */
export interface EventPlace {
  readonly id: EventId;
  readonly position: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A page request, oldest first. */
export interface EventListRequest {
  readonly filter: EventFilter;
  /** 0: from the first. */
  readonly after: number;
  /** 1 to 1,000. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly notBefore?: number;
}

/** The view of a mailbox (null: of all folders) up to which events are written. */
export interface WatchPosition {
  readonly account: MailAccountId;
  readonly mailbox: MailboxName | null;
  readonly position: Uint8Array;
  /** From 1; 0: not stored. */
  readonly epoch: number;
}

/** Events and positions for one transaction. */
export interface WatchAdvance {
  readonly account: MailAccountId;
  /** A later account may have the id and equal position epochs. */
  readonly createdAt: number;
  /** Each replaces its version `epoch`. */
  readonly positions: readonly WatchPosition[];
  /** Of removed folders. */
  readonly removed: readonly Pick<WatchPosition, 'mailbox' | 'epoch'>[];
  /** In order. Skips ids already in the log. */
  readonly events: readonly MailEvent[];
}

/** The event log, in one order for all accounts. Throws `store-unavailable`. */
export interface EventLog {
  /**
   * Writes events and positions in one transaction. False, without a change, if the account is gone or another
   * watcher has written.
   */
  advance(advance: WatchAdvance): Promise<boolean>;

  /** Of all mailboxes, or of one (null: of all folders). */
  positions(account: MailAccountId, mailbox?: MailboxName | null): Promise<readonly WatchPosition[]>;

  /** Events whose predecessors are all visible: readers miss none. */
  list(request: EventListRequest): Promise<readonly LoggedEvent[]>;

  find(id: EventId): Promise<LoggedEvent | null>;

  /** Includes removed accounts; null: unknown. */
  placeOf(id: EventId): Promise<EventPlace | null>;

  /** The newest position; 0: none. */
  last(): Promise<number>;

  /** Includes removed accounts. */
  newest(): Promise<EventPlace | null>;

  /** Removes at most `limit` events, oldest first, up to the first not before `before`. Returns their number. */
  removeOld(request: { readonly before: number; readonly limit: number }): Promise<number>;

  /**
   * Calls `listener` with this process's events, and without any when others may have written. Returns the
   * unsubscriber.
   */
  onAppend(listener: (events: readonly MailEvent[]) => void): () => void;
}
