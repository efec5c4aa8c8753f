/** Reads lists of messages: what has changed, in which order, and then only the rows of the window. */
import { LRUCache } from 'lru-cache';
import type { CacheMeter } from '../../application/ports/cache-meter.ts';
import type { MessagePage } from '../../application/ports/mail-store.ts';
import type { MailboxCounts } from '../../domain/mailbox.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageItem } from '../../domain/message-item.ts';
import type { MessageCursor, MessageQuery, MessageWindow } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import type { ImapSession } from './imap-session.ts';
import { readItems } from './item-reader.ts';
import { countRowsBefore, formatPosition, parsePosition, unusablePosition } from './list-position.ts';
import { isOrderOf, type MailboxOrder, orderMailbox, serverOrder } from './mailbox-order.ts';
import { isSearchable, matchingUids } from './matching-uids.ts';
import { searchByKeys, sortUids } from './search-uids.ts';
import type { Lease } from './session-pool.ts';
import { fetchSortKeys } from './sort-index.ts';

/** Uids that all kept orders may hold together: 5 million are about 40 MB. */
const MAX_KEPT_UIDS = 5_000_000;

interface ListRequest {
  readonly mailbox: MailboxName;
  readonly query: MessageQuery;
}

/** A list as it is now. */
interface List {
  readonly query: MessageQuery;
  readonly counts: MailboxCounts;
  readonly ordered: readonly Uid[];
}

/** Lists the messages of mailboxes. It keeps the orders of recent lists. */
export class ListReader {
  readonly #orders = new LRUCache<string, MailboxOrder>({
    maxSize: MAX_KEPT_UIDS,
    sizeCalculation: (order) => Math.max(1, order.uids.length),
  });
  readonly #meter: CacheMeter;

  constructor(meter: CacheMeter) {
    this.#meter = meter;
  }

  /** The page that the query selects. */
  async read(lease: Lease, { mailbox, query }: ListRequest, signal: AbortSignal): Promise<MessagePage> {
    const { session } = lease;
    const counts = await session.countMessages(mailbox, signal);
    const selected = await this.#selectUids(lease, { mailbox, query, counts }, signal);
    const ordered = await withoutRemoved(session, selected, signal);
    const list: List = { query, counts, ordered };
    const { start, limit } = await findWindow(session, list, signal);
    const items = await readRows(session, { query, uids: ordered.slice(start, start + limit) }, signal);
    return {
      ...counts,
      items,
      matching: ordered.length,
      isTruncated: query.window === null && ordered.length > limit,
      hasPrevious: start > 0 && ordered.length > 0,
      hasNext: start + limit < ordered.length,
      ...(await findPositions(session, { list, items }, signal)),
    };
  }

  async #selectUids(
    lease: Lease,
    { mailbox, query, counts }: ListRequest & { counts: MailboxCounts },
    signal: AbortSignal,
  ): Promise<readonly Uid[]> {
    const { criterion, order } = query;
    const { session } = lease;
    const key = JSON.stringify([lease.accountKey, mailbox, order]);
    const known = this.#orders.get(key);
    const sortable = serverOrder(session, order);
    const isCurrent = known !== undefined && isOrderOf(known, counts);
    this.#meter.add('mailbox-order', isCurrent);
    if (criterion !== null && !isCurrent && sortable && isSearchable(criterion)) {
      return sortUids(session, { criterion, order: sortable }, signal);
    }
    const current = await orderMailbox(session, { counts, order, known }, signal);
    if (current !== known) this.#orders.set(key, current);
    if (criterion === null) return current.uids;
    const matching = await matchingUids(session, criterion, signal);
    return current.uids.filter((uid) => matching.has(uid));
  }
}

/** Without UIDPLUS a removed message stays, marked \Deleted (`docs/decisions/0005`); a list does not show it. */
async function withoutRemoved(
  session: ImapSession,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  if (session.capabilities.has('UIDPLUS') || uids.length === 0) return uids;
  const removed = new Set(await searchByKeys(session, ['DELETED'], signal));
  return removed.size === 0 ? uids : uids.filter((uid) => !removed.has(uid));
}

/** The query's window in rows of the list as it is now. */
async function findWindow(session: ImapSession, list: List, signal: AbortSignal): Promise<MessageWindow> {
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
  const position = parsePosition(cursor.position, query.order);
  if (position.uidValidity !== counts.uidValidity) throw unusablePosition();
  const rows = await countRowsBefore(session, { uids: ordered, order: query.order, position }, signal);
  if (direction === 'before') return windowBefore(rows, limit);
  return { start: ordered[rows] === position.uid ? rows + 1 : rows, limit };
}

function windowBefore(end: number, limit: number): MessageWindow {
  const start = Math.max(0, end - limit);
  return { start, limit: end - start };
}

async function readRows(
  session: ImapSession,
  { query, uids }: { query: MessageQuery; uids: readonly Uid[] },
  signal: AbortSignal,
): Promise<readonly MessageItem[]> {
  const { attributes, preview } = query;
  // The list itself shows which messages exist.
  if (attributes.size === 0) return uids.map((uid) => ({ uid }));
  return readItems(session, { uids, attributes, preview }, signal);
}

/** The positions of the outer rows. Only cursors need them, and their keys have to be fetched. */
async function findPositions(
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
