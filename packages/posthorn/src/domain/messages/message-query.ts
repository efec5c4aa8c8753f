import type { Uid } from '../values/uid.ts';
import type { MessageItemAttribute } from './message-item.ts';

/** `start` is zero-based. */
export interface MessageWindow {
  readonly start: number;
  readonly limit: number;
}

/**
 * Rows beside a position, stable while mail changes. `position`: a row's in the same mailbox and order, or a
 * moment; null: the start (`after`) or end (`before`).
 */
export interface MessageCursor {
  readonly direction: 'after' | 'before';
  readonly position: string | MomentPosition | null;
  readonly limit: number;
}

/**
 * A date, for several mailboxes. The message with this date and uid is on neither side; uids 0 and 2^32 match
 * none.
 */
export interface MomentPosition {
  readonly epochMs: number;
  readonly uid: number;
}

/** RFC 5256, plus uid. */
export type MessageSortKey = 'date' | 'subject' | 'from' | 'to' | 'size' | 'uid';

/** An order's key. */
export interface MessageSort {
  readonly key: MessageSortKey;
  readonly isDescending: boolean;
}

/** Most significant first; ties as in `hasDescendingUids`. */
export type MessageOrder = readonly [MessageSort, ...MessageSort[]];

/**
 * True if uids of ties descend, like the date or else the first key: newest first holds within a second, and
 * reversing is exact.
 */
export function hasDescendingUids(order: readonly MessageSort[]): boolean {
  return (order.find(({ key }) => key === 'date') ?? order[0])?.isDescending ?? false;
}

/** RFC 9051 §2.3.2. */
export type MessageFlag = 'seen' | 'answered' | 'draft' | 'flagged';

export type AddressField = 'from' | 'to' | 'cc' | 'bcc';

/** With `isDay`: midnight UTC, for the day in the message's zone. */
interface EarliestDate {
  readonly epochMs: number;
  readonly isDay?: true;
}

/** Values are data, never IMAP syntax. */
export type MessageCriterion =
  /** None under another uidValidity. */
  | { readonly kind: 'uids'; readonly uids: readonly Uid[]; readonly uidValidity?: number }
  | { readonly kind: 'uid-at-least'; readonly uid: Uid }
  | { readonly kind: 'recent' }
  | { readonly kind: 'flag'; readonly flag: MessageFlag }
  | { readonly kind: 'keyword'; readonly keyword: string }
  /** Name or address, ignoring case. */
  | { readonly kind: 'address'; readonly field: AddressField; readonly text: string }
  | { readonly kind: 'subject'; readonly text: string }
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** INTERNALDATE if the Date field is unusable. */
  | ({ readonly kind: 'dated-since' } & EarliestDate)
  /** INTERNALDATE. */
  | ({ readonly kind: 'received-since' } & EarliestDate)
  | { readonly kind: 'larger'; readonly octets: number }
  | { readonly kind: 'smaller'; readonly octets: number }
  | { readonly kind: 'has-attachments' }
  /** Without angle brackets. */
  | { readonly kind: 'message-id'; readonly messageId: string }
  /** References or In-Reply-To, and the message itself. */
  | { readonly kind: 'refers-to'; readonly messageId: string }
  | { readonly kind: 'not'; readonly criterion: MessageCriterion }
  | { readonly kind: 'all-of'; readonly criteria: readonly MessageCriterion[] }
  | { readonly kind: 'any-of'; readonly criteria: readonly MessageCriterion[] };

/** Null adds none. */
export function bothOf(criterion: MessageCriterion, other: MessageCriterion | null): MessageCriterion {
  return other === null ? criterion : { kind: 'all-of', criteria: [criterion, other] };
}

export type PreviewPrecedence = 'plain' | 'html';

/** Length and sources. */
export interface PreviewOptions {
  /** Unicode code points. */
  readonly maxCharacters: number;
  /** The first non-blank one. */
  readonly sources: readonly PreviewPrecedence[];
}

export const DEFAULT_PREVIEW: PreviewOptions = { maxCharacters: 200, sources: ['html', 'plain'] };

/** One mailbox's messages. */
export interface MessageQuery {
  /** Null: up to `maxRows` messages. */
  readonly window: MessageWindow | MessageCursor | null;
  readonly maxRows: number;
  readonly order: MessageOrder;
  readonly criterion: MessageCriterion | null;
  readonly attributes: ReadonlySet<MessageItemAttribute>;
  readonly preview?: PreviewOptions;
}
