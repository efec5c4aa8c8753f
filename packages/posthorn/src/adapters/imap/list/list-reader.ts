/** Reads lists of messages: what has changed, in which order, and then only the rows of the window. */
import { LRUCache } from 'lru-cache';
import type { MessagePage } from '../../../application/ports/mail/mail-store.ts';
import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { Mailbox, MailboxCounts } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { MessageItem } from '../../../domain/message-item.ts';
import type {
  MessageCursor,
  MessageQuery,
  MessageWindow,
  MomentPosition,
} from '../../../domain/message-query.ts';
import type { Uid } from '../../../domain/uid.ts';
import { inMailbox, isSearchable, matchingUids } from '../search/matching-uids.ts';
import { searchByKeys, sortUids } from '../search/search-uids.ts';
import { isConnectionLost, toMailError } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { keepExisting } from './kept-uids.ts';
import {
  countRowsBefore,
  countRowsByKeys,
  formatPosition,
  parsePosition,
  unusablePosition,
} from './list-position.ts';
import { MailboxFollower, type MailboxTurn } from './mailbox-follower.ts';
import { serverOrder } from './mailbox-order.ts';
import { MAX_SORTED_AT_ONCE, MailboxOrders } from './mailbox-orders.ts';
import { MailboxSizes } from './mailbox-sizes.ts';
import type { MessageCache } from './message-cache.ts';
import { readRows } from './row-reader.ts';
import { fetchSortKeys } from './sort-index.ts';

/** What the indexes of all mailboxes may hold together. */
const MAX_INDEX_OCTETS = 64 * 1024 * 1024;
/** An index without messages costs something too. */
const OCTETS_PER_FOLLOWER = 1024;
/** Warm sessions may be dead, each of them. */
const MAX_ATTEMPTS = 5;

interface ListRequest {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
  readonly query: MessageQuery;
}

/** The mailbox, with the list that is wanted of it where one is. */
type ListPlace = Omit<ListRequest, 'query'> & { readonly query?: MessageQuery };

/** A list as it is now. */
interface List {
  readonly query: MessageQuery;
  readonly counts: MailboxCounts;
  readonly ordered: Uint32Array;
}

/** What the reader of lists works with. */
export interface ListReaderOptions {
  readonly pool: SessionPool;
  readonly telemetry: MailTelemetry;
  readonly cache: MessageCache;
}

/** Lists the messages of mailboxes. It keeps the orders of recent lists, and an index of each mailbox while there is a session of its login. */
export class ListReader {
  readonly #orders: MailboxOrders;
  readonly #followers = new LRUCache<string, MailboxFollower>({
    maxSize: MAX_INDEX_OCTETS,
    sizeCalculation: ({ octets }) => OCTETS_PER_FOLLOWER + octets,
  });
  readonly #sizes = new MailboxSizes();
  readonly #pool: SessionPool;
  readonly #telemetry: MailTelemetry;
  readonly #cache: MessageCache;

  constructor({ pool, telemetry, cache }: ListReaderOptions) {
    this.#pool = pool;
    this.#telemetry = telemetry;
    this.#cache = cache;
    this.#orders = new MailboxOrders({
      telemetry,
      follow: (place, work, signal) => this.#follow(place, work, signal),
    });
    pool.onLoginEnd((accountKey) => this.#forget(accountKey));
  }

  /** Remembers how large the mailboxes are: one that is small is sorted while it is opened. */
  noteSizes(account: MailAccount, mailboxes: readonly Mailbox[]): void {
    this.#sizes.note(this.#pool.keyOf(account), mailboxes);
  }

  /** The counts of a mailbox after this call. */
  count(request: Omit<ListRequest, 'query'>, signal: AbortSignal): Promise<MailboxCounts> {
    return this.#follow(request, async ({ counts }) => counts, signal);
  }

  /** The page that the query selects. */
  read({ query, ...place }: ListRequest, signal: AbortSignal): Promise<MessagePage> {
    const read = (turn: MailboxTurn) => this.#readPage(turn, { ...place, query }, signal);
    return this.#follow({ ...place, query }, read, signal);
  }

  /** Does the work with the mailbox as it is after this call; once more when a warm session turns out to be dead. */
  async #follow<Result>(
    place: ListPlace,
    work: (turn: MailboxTurn) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    try {
      for (let attempt = 1; ; attempt += 1) {
        const turn = await this.#enter(place, signal);
        try {
          return await work(turn);
        } catch (error) {
          if (!isConnectionLost(error)) throw error;
          turn.session.destroy();
          if (!turn.isWarm || attempt === MAX_ATTEMPTS) throw error;
        } finally {
          turn.leave();
        }
      }
    } catch (error) {
      throw toMailError(error);
    }
  }

  async #enter({ query, ...place }: ListPlace, signal: AbortSignal): Promise<MailboxTurn> {
    const accountKey = this.#pool.keyOf(place.account);
    const key = `${accountKey}\0${place.mailbox}`;
    const known = this.#followers.get(key);
    const follower = known ?? new MailboxFollower(this.#pool, place);
    const { octets } = follower;
    if (!known) this.#followers.set(key, follower);
    const isSmall = this.#sizes.isAtMost(MAX_SORTED_AT_ONCE, { accountKey, mailbox: place.mailbox });
    const order = !known && isSmall && query?.criterion === null ? query.order : undefined;
    const turn = await follower.enter({ order }, signal);
    // The cache measures an entry when it is set.
    if (follower.octets !== octets && this.#followers.has(key)) this.#followers.set(key, follower);
    return turn;
  }

  async #readPage(turn: MailboxTurn, request: ListRequest, signal: AbortSignal): Promise<MessagePage> {
    const known = turn.pages.find(turn, request.query);
    this.#telemetry.addLookup('list-page', known !== undefined);
    if (known) return known;
    const { version } = turn.index;
    const { page, isLasting } = await this.#readNewPage(turn, request, signal);
    if (isLasting) turn.pages.keep(turn, request.query, { version, page });
    return page;
  }

  async #readNewPage(
    turn: MailboxTurn,
    request: ListRequest,
    signal: AbortSignal,
  ): Promise<{ readonly page: MessagePage; readonly isLasting: boolean }> {
    const { mailbox, query } = request;
    const { session, counts, accountKey } = turn;
    const selected = await this.#selectUids(turn, request, signal);
    const ordered = await withoutRemoved(session, selected, signal);
    const list: List = { query, counts, ordered };
    const { start, limit } = await findWindow(session, list, signal);
    const { attributes, preview } = query;
    const uids = Array.from(ordered.subarray(start, start + limit)) as Uid[];
    const cached = { accountKey, mailbox, uidValidity: counts.uidValidity };
    const sources = { ...turn, cache: this.#cache, telemetry: this.#telemetry };
    const rows = await readRows(sources, { mailbox: cached, uids, attributes, preview }, signal);
    const page: MessagePage = {
      ...counts,
      items: rows.items,
      matching: ordered.length,
      isTruncated: query.window === null && ordered.length > limit,
      hasPrevious: start > 0 && ordered.length > 0,
      hasNext: start + limit < ordered.length,
      ...(await findPositions(session, { list, items: rows.items }, signal)),
    };
    return { page, isLasting: rows.areLasting && knowsRemoved(session) && turn.index.isComplete };
  }

  async #selectUids(
    turn: MailboxTurn,
    { account, mailbox, query }: ListRequest,
    signal: AbortSignal,
  ): Promise<Uint32Array> {
    const { order, window } = query;
    const criterion = query.criterion && inMailbox(query.criterion, turn.counts.uidValidity);
    // A count needs no order.
    if (window !== null && window.limit === 0) {
      const all = turn.index.uids();
      return criterion === null
        ? all
        : keepExisting(all, await matchingUids(turn.session, criterion, signal));
    }
    const place = { account, mailbox, order };
    const current = this.#orders.findCurrent(turn, place);
    if (criterion === null) {
      const end = endOfFirstRows(window);
      if (current) return current;
      if (end === undefined) return this.#orders.readAll(turn, place, signal);
      return this.#orders.readHead(turn, { ...place, end }, signal);
    }
    const { session } = turn;
    const sortable = serverOrder(session, order);
    if (!current && sortable && isSearchable(criterion)) {
      return sortUids(session, { criterion, order: sortable }, signal);
    }
    const ordered = current ?? (await this.#orders.readAll(turn, place, signal));
    return keepExisting(ordered, await matchingUids(session, criterion, signal));
  }

  /** What was read with credentials goes with the last session that they opened. */
  #forget(accountKey: string): void {
    const prefix = `${accountKey}\0`;
    for (const key of this.#followers.keys()) if (key.startsWith(prefix)) this.#followers.delete(key);
    this.#sizes.forget(accountKey);
    this.#orders.forget(accountKey);
    this.#cache.forget(accountKey);
  }
}

/** How many rows from the first on a window reaches; undefined where it does not say so. */
function endOfFirstRows(window: MessageQuery['window']): number | undefined {
  if (window === null) return undefined;
  if (!('direction' in window)) return window.start + window.limit;
  return window.position === null && window.direction === 'after' ? window.limit : undefined;
}

/** True where a removed message is gone, and so is told of. */
function knowsRemoved({ capabilities }: ImapSession): boolean {
  return capabilities.has('UIDPLUS');
}

/** Without UIDPLUS a removed message stays, marked \Deleted (`docs/decisions/0005`); a list does not show it. */
async function withoutRemoved(
  session: ImapSession,
  uids: Uint32Array,
  signal: AbortSignal,
): Promise<Uint32Array> {
  if (knowsRemoved(session) || uids.length === 0) return uids;
  const removed: ReadonlySet<number> = new Set(await searchByKeys(session, ['DELETED'], signal));
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
  const { uid, rows } = await findPosition(
    session,
    { list: { query, counts, ordered }, place: cursor.position },
    signal,
  );
  if (direction === 'before') return windowBefore(rows, limit);
  return { start: ordered[rows] === uid ? rows + 1 : rows, limit };
}

/** The uid of the position, and how many rows stand before it. */
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
