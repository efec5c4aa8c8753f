import type { MessageCursor, MessageWindow } from '../../domain/messages/message-query.ts';
import type { MessagePage } from '../ports/mail/mail-store.ts';
import type { FoundMessage } from './found-message.ts';
import { compareSearchPositions, formatSearchPosition, searchPositionOf } from './search-position.ts';

/** By number, or from another page's position. */
export type SearchWindow =
  | MessageWindow
  | (Pick<MessageCursor, 'direction' | 'limit'> & { readonly position: string | null });

/** A mailbox's dated hits, at most as many as the window. */
export interface MailboxHits extends Pick<MessagePage, 'matching' | 'hasPrevious' | 'hasNext'> {
  readonly messages: readonly FoundMessage[];
}

/** A window's rows, and their surroundings. */
export interface MergedHits
  extends Pick<MessagePage, 'matching' | 'hasPrevious' | 'hasNext' | 'firstPosition' | 'lastPosition'> {
  readonly rows: readonly FoundMessage[];
}

/** Merges hits, newest first, and cuts the window. */
export function mergeHits(hits: readonly MailboxHits[], window: SearchWindow): MergedHits {
  const merged = hits
    .flatMap(({ messages }) => messages)
    .map((message) => ({ message, position: searchPositionOf(message) }))
    .sort((a, b) => compareSearchPositions(a.position, b.position));
  const [start, end] = rangeOf(window, merged.length);
  const rows = merged.slice(start, end);
  const [first, last] = [rows.at(0), rows.at(-1)];
  return {
    rows: rows.map(({ message }) => message),
    matching: hits.reduce((sum, { matching }) => sum + matching, 0),
    hasPrevious: (start > 0 && merged.length > 0) || hits.some(({ hasPrevious }) => hasPrevious),
    hasNext: end < merged.length || hits.some(({ hasNext }) => hasNext),
    firstPosition: first ? formatSearchPosition(first.position) : null,
    lastPosition: last ? formatSearchPosition(last.position) : null,
  };
}

function rangeOf(window: SearchWindow, length: number): readonly [start: number, end: number] {
  if ('start' in window) return [window.start, window.start + window.limit];
  return window.direction === 'after' ? [0, window.limit] : [Math.max(0, length - window.limit), length];
}
