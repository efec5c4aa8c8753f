import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MessageOrder } from '../../../domain/messages/message-query.ts';
import { untilAborted } from '../../../domain/values/until-aborted.ts';
import { LoginCache, type LoginCacheKey, loginCacheKey } from './login-cache.ts';
import type { MailboxTurn } from './mailbox-follower.ts';
import { isNewestFirst, orderHead } from './mailbox-head.ts';
import { isOrderOf, type MailboxOrder, orderMailbox, serverOrder } from './mailbox-order.ts';
import { fetchSortIndex, joinSortIndexes, octetsOfSortIndex, type SortIndex } from './sort-index.ts';

const MAX_ORDER_OCTETS = 64 * 1024 * 1024;
/** Sorted in a few round trips. */
export const MAX_SORTED_AT_ONCE = 20_000;
const MAX_FETCHED_AT_ONCE = 4_000;
export const MAX_HEAD_ROWS = 200;
const BACKGROUND_MS = 5 * 60_000;
/** Others use the session in between. */
const MESSAGES_PER_TURN = 10_000;
const NONE = new Uint32Array();
const FIRST_TURN = Number.POSITIVE_INFINITY;

/** Mailbox and order. */
export interface OrderedMailbox {
  readonly account: MailAccount;
  readonly mailbox: MailboxName;
  readonly order: MessageOrder;
}

/** Works on the state after this call. */
export type FollowMailbox = (
  place: Pick<OrderedMailbox, 'account' | 'mailbox'>,
  work: (turn: MailboxTurn) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

interface OrderInTheMaking {
  readonly stop: AbortController;
  parts: SortIndex[];
  uidValidity: number;
  firstAsked: number;
  lastTurn?: Promise<unknown>;
}

/** Huge mailboxes are ordered after their first list. */
export class MailboxOrders {
  readonly #kept = new LoginCache<MailboxOrder>({
    maxSize: MAX_ORDER_OCTETS,
    sizeCalculation: ({ uids, keys }) => Math.max(1, uids.byteLength + (keys ? octetsOfSortIndex(keys) : 0)),
  });
  readonly #making = new Map<LoginCacheKey, OrderInTheMaking>();
  /** The next list repeats and reports them. */
  readonly #failed = new Set<LoginCacheKey>();
  readonly #telemetry: MailTelemetry;
  readonly #follow: FollowMailbox;

  constructor({ telemetry, follow }: { readonly telemetry: MailTelemetry; readonly follow: FollowMailbox }) {
    this.#telemetry = telemetry;
    this.#follow = follow;
  }

  findCurrent(turn: MailboxTurn, { mailbox, order }: OrderedMailbox): Uint32Array | undefined {
    const known = this.#kept.get(keyOf(turn, { mailbox, order }));
    const isCurrent = known !== undefined && isOrderOf(known, turn.index);
    this.#telemetry.addLookup('mailbox-order', isCurrent);
    return isCurrent ? known.uids : undefined;
  }

  isNew(turn: MailboxTurn, place: OrderedMailbox): boolean {
    const key = keyOf(turn, place);
    return !this.#kept.has(key) && !this.#failed.has(key);
  }

  /** Uses the background's keys. */
  async readAll(turn: MailboxTurn, place: OrderedMailbox, signal: AbortSignal): Promise<Uint32Array> {
    const making = this.#making.get(keyOf(turn, place));
    const lastTurn = making?.lastTurn;
    if (lastTurn !== undefined) await untilAborted(signal, lastTurn);
    else making?.stop.abort();
    return this.#order(turn, { ...place, making }, signal);
  }

  /** The rest of a huge mailbox follows in the background. */
  async readHead(
    turn: MailboxTurn,
    { end, ...place }: OrderedMailbox & { readonly end: number },
    signal: AbortSignal,
  ): Promise<Uint32Array> {
    const key = keyOf(turn, place);
    const { session, index } = turn;
    if (this.#kept.has(key) || this.#failed.has(key) || !isHeadCheaper(turn, { ...place, end })) {
      return this.readAll(turn, place, signal);
    }
    const head = await orderHead(session, { index, order: place.order, end }, signal);
    if (head === undefined) return this.readAll(turn, place, signal);
    this.#makeInBackground(key, place);
    return head;
  }

  forget(accountKey: string): void {
    const isOfAccount = (key: LoginCacheKey) => key.startsWith(loginCacheKey(accountKey, ''));
    this.#kept.forget(accountKey);
    for (const key of this.#failed) if (isOfAccount(key)) this.#failed.delete(key);
    for (const [key, { stop }] of this.#making) if (isOfAccount(key)) stop.abort();
  }

  async #order(
    turn: MailboxTurn,
    { making, ...place }: OrderedMailbox & { readonly making?: OrderInTheMaking | undefined },
    signal: AbortSignal,
  ): Promise<Uint32Array> {
    const { session, index } = turn;
    const key = keyOf(turn, place);
    const known = this.#kept.get(key) ?? fetchedSoFar(making);
    const request = { index, order: place.order, known, sorted: turn.sorted };
    const current = await orderMailbox(session, request, signal);
    if (current !== known) this.#kept.set(key, current);
    this.#failed.delete(key);
    return current.uids;
  }

  #makeInBackground(key: LoginCacheKey, place: OrderedMailbox): void {
    if (this.#making.has(key)) return;
    const stop = new AbortController();
    const making: OrderInTheMaking = { stop, parts: [], uidValidity: 0, firstAsked: FIRST_TURN };
    this.#making.set(key, making);
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(BACKGROUND_MS)]);
    void this.#orderInTurns(making, place, signal)
      .catch(() => {
        if (!stop.signal.aborted) this.#failed.add(key);
      })
      .finally(() => this.#making.delete(key));
  }

  async #orderInTurns(making: OrderInTheMaking, place: OrderedMailbox, signal: AbortSignal): Promise<void> {
    while (making.lastTurn === undefined) {
      await this.#follow(place, (turn) => this.#takeTurn(making, { turn, place }, signal), signal);
    }
  }

  async #takeTurn(
    making: OrderInTheMaking,
    { turn, place }: { readonly turn: MailboxTurn; readonly place: OrderedMailbox },
    signal: AbortSignal,
  ): Promise<void> {
    const { session, index } = turn;
    if (making.uidValidity !== index.uidValidity) {
      Object.assign(making, { parts: [], uidValidity: index.uidValidity, firstAsked: FIRST_TURN });
    }
    const isSortedThere = serverOrder(session, place.order) !== undefined;
    const uids = index.uidsBelow(isSortedThere ? 0 : making.firstAsked).slice(-MESSAGES_PER_TURN);
    if (uids.length > 0) {
      making.parts.unshift(await fetchSortIndex(session, { uids, order: place.order }, signal));
      making.firstAsked = uids[0] ?? 0;
    } else {
      making.lastTurn = this.#order(turn, { ...place, making }, signal);
      await making.lastTurn;
    }
  }
}

function fetchedSoFar(making: OrderInTheMaking | undefined): MailboxOrder | undefined {
  const keys = making && joinSortIndexes(making.parts);
  return keys && { uidValidity: making.uidValidity, version: 0, lastUid: 0, uids: NONE, keys };
}

function isHeadCheaper(
  { session, index }: MailboxTurn,
  { order, end }: { order: MessageOrder; end: number },
) {
  const isLarge = index.count > (serverOrder(session, order) ? MAX_SORTED_AT_ONCE : MAX_FETCHED_AT_ONCE);
  return isLarge && index.isComplete && isNewestFirst(order) && end <= MAX_HEAD_ROWS;
}

function keyOf({ accountKey }: MailboxTurn, { mailbox, order }: Pick<OrderedMailbox, 'mailbox' | 'order'>) {
  return loginCacheKey(accountKey, JSON.stringify([mailbox, order]));
}
