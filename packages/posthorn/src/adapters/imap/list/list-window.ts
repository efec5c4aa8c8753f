import type { MessagePage } from '../../../application/ports/mail/mail-store.ts';
import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import type {
  MessageCursor,
  MessageQuery,
  MessageWindow,
  MomentPosition,
} from '../../../domain/messages/message-query.ts';
import type { ImapSession } from '../session/imap-session.ts';
import {
  countRowsBefore,
  countRowsByKeys,
  formatPosition,
  parsePosition,
  unusablePosition,
} from './list-position.ts';
import { fetchSortKeys } from './sort-index.ts';

/** A current list. */
export interface List {
  readonly query: MessageQuery;
  readonly counts: MailboxCounts;
  readonly ordered: Uint32Array;
}

/** The query's rows. */
export async function findWindow(
  session: ImapSession,
  list: List,
  signal: AbortSignal,
): Promise<MessageWindow> {
  const { window, maxRows } = list.query;
  if (window === null) return { start: 0, limit: maxRows };
  return 'direction' in window ? findCursorWindow(session, { list, cursor: window }, signal) : window;
}

async function findCursorWindow(
  session: ImapSession,
  { list: { query, counts, ordered }, cursor }: { list: List; cursor: MessageCursor },
  signal: AbortSignal,
): Promise<MessageWindow> {
  const { direction, limit } = cursor;
  if (cursor.position === null) {
    return direction === 'after' ? { start: 0, limit } : windowBefore(ordered.length, limit);
  }
  const { uid, rows } = await findPosition(
    session,
    { list: { query, counts, ordered }, place: cursor.position },
    signal,
  );
  if (direction === 'before') return windowBefore(rows, limit);
  return { start: ordered[rows] === uid ? rows + 1 : rows, limit };
}

async function findPosition(
  session: ImapSession,
  { list: { query, counts, ordered: uids }, place }: { list: List; place: string | MomentPosition },
  signal: AbortSignal,
): Promise<{ readonly uid: number; readonly rows: number }> {
  const { order } = query;
  if (typeof place !== 'string') {
    const position = { uid: place.uid, keys: [place.epochMs] };
    return { uid: place.uid, rows: await countRowsByKeys(session, { uids, order, position }, signal) };
  }
  const position = parsePosition(place, order);
  if (position.uidValidity !== counts.uidValidity) throw unusablePosition();
  return { uid: position.uid, rows: await countRowsBefore(session, { uids, order, position }, signal) };
}

function windowBefore(end: number, limit: number): MessageWindow {
  const start = Math.max(0, end - limit);
  return { start, limit: end - start };
}

/** The outer rows' positions, for cursors. */
export async function findPositions(
  session: ImapSession,
  { list: { query, counts }, items }: { list: List; items: readonly MessageItem[] },
  signal: AbortSignal,
): Promise<Pick<MessagePage, 'firstPosition' | 'lastPosition'>> {
  const outer = [items[0]?.uid, items.at(-1)?.uid].filter((uid) => uid !== undefined);
  const isCursor = query.window !== null && 'direction' in query.window;
  if (!isCursor || outer.length === 0) return { firstPosition: null, lastPosition: null };
  const keysByUid = await fetchSortKeys(session, { uids: outer, order: query.order }, signal);
  const positions = outer.map((uid) => {
    const keys = keysByUid.get(uid) ?? query.order.map(() => 0);
    return formatPosition({ uidValidity: counts.uidValidity, uid, keys });
  });
  return { firstPosition: positions[0] ?? null, lastPosition: positions.at(-1) ?? null };
}
