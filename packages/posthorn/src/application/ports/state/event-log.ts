import type { ApiKeyId } from '../../../domain/api-key.ts';
import type { MailAccountId } from '../../../domain/mail-account.ts';
import type { EventId, EventKind, MailEvent } from '../../../domain/mail-event.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';

/** Absent members match all. */
export interface EventFilter {
  /** At most 200. */
  readonly accounts?: readonly MailAccountId[];
  /** The accounts of a bound key. */
  readonly boundTo?: ApiKeyId;
  readonly kinds?: readonly EventKind[];
}

/** An event and its position in the log: ascending, never reused. */
export interface LoggedEvent {
  readonly position: number;
  readonly event: MailEvent;
}

/** The position of an event, and when it was noticed. */
export interface EventPlace {
  readonly id: EventId;
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A request for a page of events, the oldest first. */
export interface EventListRequest {
  readonly filter: EventFilter;
  /** 0: from the first. */
  readonly after: number;
  /** 1 to 1,000. */
  readonly limit: number;
  /** Leaves out events that were noticed before; milliseconds since 1970. */
  readonly notBefore?: number;
}

/** The view of a mailbox, or of all folders for null, up to which events are written. */
export interface WatchPosition {
  readonly account: MailAccountId;
  readonly mailbox: MailboxName | null;
  /** As encoded by the watcher. */
  readonly position: Uint8Array;
  /** From 1; 0: not stored yet. */
  readonly epoch: number;
}

/** Events and the positions that follow them, for one transaction. */
export interface WatchAdvance {
  readonly account: MailAccountId;
  /** Of the account that was watched: another one may have its id since, and positions of the same epochs. */
  readonly createdAt: number;
  /** Each replaces its version `epoch`. */
  readonly positions: readonly WatchPosition[];
  /** Positions of removed folders. */
  readonly removed: readonly Pick<WatchPosition, 'mailbox' | 'epoch'>[];
  /** In order. An id that is in the log is left out. */
  readonly events: readonly MailEvent[];
}

/** The log of events, in one order for all accounts. Throws MailError `store-unavailable`. */
export interface EventLog {
  /**
   * Writes events and positions in one transaction. False, without a change, when the account is gone or
   * another watcher has written a position.
   */
  advance(advance: WatchAdvance): Promise<boolean>;

  /** All positions of an account. */
  positions(account: MailAccountId): Promise<readonly WatchPosition[]>;

  /** Events whose earlier ones are all visible, so that a reader misses none. */
  list(request: EventListRequest): Promise<readonly LoggedEvent[]>;

  find(id: EventId): Promise<LoggedEvent | null>;

  /** The position and the time of an event, also of a removed account; null for an unknown one. */
  placeOf(id: EventId): Promise<EventPlace | null>;

  /** The position of the newest event; 0 for none. */
  last(): Promise<number>;

  /** The newest event, also of a removed account; null for none. */
  newest(): Promise<EventPlace | null>;

  /** Removes at most `limit` events, the oldest first, until one is not older than `before`. Returns their number. */
  removeOld(request: { readonly before: number; readonly limit: number }): Promise<number>;

  /**
   * Calls `listener` after this process has written events, with them, and without any when others may have.
   * Returns a function that stops it.
   */
  onAppend(listener: (events: readonly MailEvent[]) => void): () => void;
}
