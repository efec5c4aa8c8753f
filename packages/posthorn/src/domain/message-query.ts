/** What a client asks of a mailbox: which messages, in which order, which attributes. */
import type { MessageItemAttribute } from './message-item.ts';
import type { Uid } from './uid.ts';

/** A part of an ordered list: zero-based start, number of rows. */
export interface MessageWindow {
  readonly start: number;
  readonly limit: number;
}

/** What a list can be ordered by: sort keys of RFC 5256, plus uid. */
export type MessageSortKey = 'date' | 'subject' | 'from' | 'to' | 'size' | 'uid';

/** Messages with equal keys follow in ascending order of their uids, in both directions (RFC 5256 §3). */
export interface MessageSort {
  readonly key: MessageSortKey;
  readonly isDescending: boolean;
}

/** A condition on messages. Values are data; no part of them is ever read as IMAP syntax. */
export type MessageCriterion =
  | { readonly kind: 'uids'; readonly uids: readonly Uid[] }
  | { readonly kind: 'uid-at-least'; readonly uid: Uid }
  | { readonly kind: 'recent' }
  | { readonly kind: 'any-of'; readonly criteria: readonly MessageCriterion[] };

/** Which body text a preview is taken from when a message has both. */
export type PreviewPrecedence = 'plain' | 'html';

export interface PreviewOptions {
  /** Length of a preview in Unicode code points. */
  readonly maxCharacters: number;
  /** Body texts to look at, in this order; the first that is not blank gives the preview. */
  readonly sources: readonly PreviewPrecedence[];
}

export const DEFAULT_PREVIEW: PreviewOptions = { maxCharacters: 200, sources: ['html', 'plain'] };

export interface MessageQuery {
  /** Null: all messages that match, up to `maxRows`. */
  readonly window: MessageWindow | null;
  /** The most rows that a list without a window may have. */
  readonly maxRows: number;
  readonly sort: MessageSort;
  /** Null: every message of the mailbox. */
  readonly criterion: MessageCriterion | null;
  readonly attributes: ReadonlySet<MessageItemAttribute>;
  readonly preview: PreviewOptions;
}
