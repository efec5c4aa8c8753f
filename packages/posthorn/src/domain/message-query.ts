/** What a client asks of a mailbox: which messages, in which order, which attributes. */
import type { MessageItemAttribute } from './message-item.ts';
import type { Uid } from './uid.ts';

/** A part of an ordered list: zero-based start, number of rows. */
export interface MessageWindow {
  readonly start: number;
  readonly limit: number;
}

/**
 * A window before or after a row that was shown: stable while mail arrives and disappears. `position` comes from a
 * `MessagePage` of the same mailbox and order, or is a moment; null is the start (`after`) or the end (`before`) of the list.
 */
export interface MessageCursor {
  readonly direction: 'after' | 'before';
  readonly position: string | MomentPosition | null;
  readonly limit: number;
}

/**
 * A place in an order by date alone, with or without a message, so that it can be found in several mailboxes. A message
 * with this date and uid is neither before nor after it; the uids 0 and 2^32 are those of no message.
 */
export interface MomentPosition {
  readonly epochMs: number;
  readonly uid: number;
}

/** What a list can be ordered by: sort keys of RFC 5256, plus uid. */
export type MessageSortKey = 'date' | 'subject' | 'from' | 'to' | 'size' | 'uid';

/** One key of an order. */
export interface MessageSort {
  readonly key: MessageSortKey;
  readonly isDescending: boolean;
}

/**
 * The keys of an order, the first decides first. Messages with equal keys follow by their uids, in the direction that
 * `hasDescendingUids` decides.
 */
export type MessageOrder = readonly [MessageSort, ...MessageSort[]];

/**
 * True when messages with equal keys follow by descending uids: the uids go with the date where the order has it, else with the first
 * key. So newest first holds within one second too, and a reversed order is the same list from its end.
 */
export function hasDescendingUids(order: readonly MessageSort[]): boolean {
  return (order.find(({ key }) => key === 'date') ?? order[0])?.isDescending ?? false;
}

/** Flags that a list can be filtered by (RFC 9051 §2.3.2). */
export type MessageFlag = 'seen' | 'answered' | 'draft' | 'flagged';

/** Header fields that hold addresses and can be searched. */
export type AddressField = 'from' | 'to' | 'cc' | 'bcc';

/** A moment; with `isDay` midnight UTC of a day, which is compared with the day in the zone that the message names. */
interface EarliestDate {
  readonly epochMs: number;
  readonly isDay?: true;
}

/** A condition on messages. Values are data; no part of them is ever read as IMAP syntax. */
export type MessageCriterion =
  /** Messages by their uids; with a uidValidity, none of a mailbox that has another one. */
  | { readonly kind: 'uids'; readonly uids: readonly Uid[]; readonly uidValidity?: number }
  | { readonly kind: 'uid-at-least'; readonly uid: Uid }
  | { readonly kind: 'recent' }
  | { readonly kind: 'flag'; readonly flag: MessageFlag }
  /** A keyword: an atom without a backslash (RFC 9051 §2.3.2). */
  | { readonly kind: 'keyword'; readonly keyword: string }
  /** Text in a name or address of the field, without regard to case. */
  | { readonly kind: 'address'; readonly field: AddressField; readonly text: string }
  | { readonly kind: 'subject'; readonly text: string }
  /** Text in the body. */
  | { readonly kind: 'body'; readonly text: string }
  /** Text in the header or the body. */
  | { readonly kind: 'text'; readonly text: string }
  /** The date that a list shows and sorts by: the Date field, or the time of receipt where it is unusable. */
  | ({ readonly kind: 'dated-since' } & EarliestDate)
  /** The time of receipt (INTERNALDATE). */
  | ({ readonly kind: 'received-since' } & EarliestDate)
  /** More than so many octets. */
  | { readonly kind: 'larger'; readonly octets: number }
  /** Less than so many octets. */
  | { readonly kind: 'smaller'; readonly octets: number }
  | { readonly kind: 'has-attachments' }
  /** A Message-ID without angle brackets. */
  | { readonly kind: 'message-id'; readonly messageId: string }
  /** The message of this Message-ID, and those that refer to it by References or In-Reply-To. */
  | { readonly kind: 'refers-to'; readonly messageId: string }
  | { readonly kind: 'not'; readonly criterion: MessageCriterion }
  | { readonly kind: 'all-of'; readonly criteria: readonly MessageCriterion[] }
  | { readonly kind: 'any-of'; readonly criteria: readonly MessageCriterion[] };

/** What both ask for; null asks for nothing. */
export function bothOf(criterion: MessageCriterion, other: MessageCriterion | null): MessageCriterion {
  return other === null ? criterion : { kind: 'all-of', criteria: [criterion, other] };
}

/** Which body text a preview is taken from when a message has both. */
export type PreviewPrecedence = 'plain' | 'html';

/** How the preview of a message is made. */
export interface PreviewOptions {
  /** Length of a preview in Unicode code points. */
  readonly maxCharacters: number;
  /** Body texts to read, in this order; the first that is not blank becomes the preview. */
  readonly sources: readonly PreviewPrecedence[];
}

export const DEFAULT_PREVIEW: PreviewOptions = { maxCharacters: 200, sources: ['html', 'plain'] };

/** A query for a list of messages in one mailbox. */
export interface MessageQuery {
  /** Null: all messages that match, up to `maxRows`. */
  readonly window: MessageWindow | MessageCursor | null;
  /** The most rows that a list without a window may have. */
  readonly maxRows: number;
  readonly order: MessageOrder;
  /** Null: every message of the mailbox. */
  readonly criterion: MessageCriterion | null;
  readonly attributes: ReadonlySet<MessageItemAttribute>;
  readonly preview: PreviewOptions;
}
