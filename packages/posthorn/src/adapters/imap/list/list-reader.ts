import type { MessagePage } from '../../../application/ports/mail/mail-store.ts';
import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { Mailbox, MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { DEFAULT_PREVIEW, type MessageQuery } from '../../../domain/messages/message-query.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { inMailbox, isSearchable, matchingUids } from '../search/matching-uids.ts';
import { searchByKeys, sortUids } from '../search/search-uids.ts';
import { isConnectionLost, toMailError } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { keepExisting } from './kept-uids.ts';
import { findPositions, findWindow, type List } from './list-window.ts';
import { LoginCache, loginCacheKey } from './login-cache.ts';
import { MailboxFollower, type MailboxTurn } from './mailbox-follower.ts';
import { isNewestFirst } from './mailbox-head.ts';
import { serverOrder } from './mailbox-order.ts';
import { MAX_HEAD_ROWS, MAX_SORTED_AT_ONCE, MailboxOrders } from './mailbox-orders.ts';
import { MailboxSizes } from './mailbox-sizes.ts';
import type { MessageCache } from './message-cache.ts';
import { type RowSources, readRows } from './row-reader.ts';

const MAX_INDEX_OCTETS = 64 * 1024 * 1024;
const OCTETS_PER_FOLLOWER = 1024;
const MAX_ATTEMPTS = 5;

interface ListRequest {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
  readonly query: MessageQuery;
}

type ListPlace = Omit<ListRequest, 'query'> & { readonly query?: MessageQuery };

/** Pool, telemetry and cache. */
export interface ListReaderOptions {
  readonly pool: SessionPool;
  readonly telemetry: MailTelemetry;
  readonly cache: MessageCache;
  readonly onStructure: RowSources['onStructure'];
}

/** Caches orders, and indexes of logins with sessions. */
export class ListReader {
  readonly #orders: MailboxOrders;
  /** The cache sizes values once; indexes grow. */
  readonly #followers = new LoginCache<{ readonly follower: MailboxFollower }>({
    maxSize: MAX_INDEX_OCTETS,
    sizeCalculation: ({ follower }) => OCTETS_PER_FOLLOWER + follower.octets,
    dispose: ({ follower }) => follower.forget(),
  });
  readonly #sizes = new MailboxSizes();
  readonly #pool: SessionPool;
  readonly #telemetry: MailTelemetry;
  readonly #cache: MessageCache;
  readonly #onStructure: RowSources['onStructure'];

  constructor({ pool, telemetry, cache, onStructure }: ListReaderOptions) {
    this.#pool = pool;
    this.#telemetry = telemetry;
    this.#cache = cache;
    this.#onStructure = onStructure;
    this.#orders = new MailboxOrders({
      telemetry,
      follow: (place, work, signal) => this.#follow(place, work, signal),
    });
    pool.onLoginEnd((accountKey) => this.#forget(accountKey));
  }

  /** To sort small mailboxes while they open. */
  noteSizes(account: MailAccount, mailboxes: readonly Mailbox[]): void {
    this.#sizes.note(this.#pool.keyOf(account), mailboxes);
  }

  count(request: Omit<ListRequest, 'query'>, signal: AbortSignal): Promise<MailboxCounts> {
    return this.#follow(request, async ({ counts }) => counts, signal);
  }

  read({ query, ...place }: ListRequest, signal: AbortSignal): Promise<MessagePage> {
    const read = (turn: MailboxTurn) => this.#readPage(turn, { ...place, query }, signal);
    return this.#follow({ ...place, query }, read, signal);
  }

  /** Again if a warm session is dead. */
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
    const key = loginCacheKey(accountKey, place.mailbox);
    const known = this.#followers.get(key)?.follower;
    const follower = known ?? new MailboxFollower(this.#pool, place);
    const { octets } = follower;
    if (!known) this.#followers.set(key, { follower });
    const isSmall = this.#sizes.isAtMost(MAX_SORTED_AT_ONCE, { accountKey, mailbox: place.mailbox });
    const order = !known && isSmall && query?.criterion === null ? query.order : undefined;
    const turn = await follower.enter({ order }, signal);
    if (follower.octets !== octets && this.#followers.peek(key)?.follower === follower) {
      this.#followers.set(key, { follower });
    }
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
    const { attributes, preview = DEFAULT_PREVIEW } = query;
    const cached = { accountKey, mailbox, uidValidity: counts.uidValidity };
    const sources = {
      ...turn,
      cache: this.#cache,
      telemetry: this.#telemetry,
      onStructure: this.#onStructure,
    };
    const rowsOf = (uids: readonly Uid[]) =>
      readRows(sources, { mailbox: cached, uids, attributes, preview }, signal);
    const selecting = this.#selectUids(turn, request, signal);
    const likely = this.#likelyRows(turn, request);
    const [selected] = await Promise.all([selecting, likely.length > 0 ? rowsOf(likely) : undefined]);
    const ordered = await withoutRemoved(session, selected, signal);
    const list: List = { query, counts, ordered };
    const { start, limit } = await findWindow(session, list, signal);
    const rows = await rowsOf(Array.from(ordered.subarray(start, start + limit)) as Uid[]);
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

  /** Latest arrivals: mostly the first rows of an unknown order. */
  #likelyRows(turn: MailboxTurn, { account, mailbox, query }: ListRequest): readonly Uid[] {
    const { order, window, criterion } = query;
    const end = endOfFirstRows(window) ?? 0;
    const isUnknown = !turn.sorted && this.#orders.isNew(turn, { account, mailbox, order });
    const isLikely = criterion === null && isNewestFirst(order) && end > 0 && end <= MAX_HEAD_ROWS;
    if (!isUnknown || !isLikely || !turn.index.isComplete) return [];
    const start = window && !('direction' in window) ? window.start : 0;
    return Array.from(turn.index.uids().reverse().subarray(start, end)) as Uid[];
  }

  async #selectUids(
    turn: MailboxTurn,
    { account, mailbox, query }: ListRequest,
    signal: AbortSignal,
  ): Promise<Uint32Array> {
    const { order, window } = query;
    const criterion = query.criterion && inMailbox(query.criterion, turn.counts.uidValidity);
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

  #forget(accountKey: string): void {
    this.#followers.forget(accountKey);
    this.#sizes.forget(accountKey);
    this.#orders.forget(accountKey);
    this.#cache.forget(accountKey);
  }
}

function endOfFirstRows(window: MessageQuery['window']): number | undefined {
  if (window === null) return undefined;
  if (!('direction' in window)) return window.start + window.limit;
  return window.position === null && window.direction === 'after' ? window.limit : undefined;
}

function knowsRemoved({ capabilities }: ImapSession): boolean {
  return capabilities.has('UIDPLUS');
}

/** Without UIDPLUS they stay \Deleted (`docs/decisions/0005`). */
async function withoutRemoved(
  session: ImapSession,
  uids: Uint32Array,
  signal: AbortSignal,
): Promise<Uint32Array> {
  if (knowsRemoved(session) || uids.length === 0) return uids;
  const removed: ReadonlySet<number> = new Set(await searchByKeys(session, ['DELETED'], signal));
  return removed.size === 0 ? uids : uids.filter((uid) => !removed.has(uid));
}
