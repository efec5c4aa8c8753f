/** The order of all messages of a mailbox, kept while it is true and extended when mail arrives. */
import type { MessageCriterion, MessageOrder } from '../../../domain/message-query.ts';
import { toUid, type Uid } from '../../../domain/uid.ts';
import { type ServerSort, sortUids } from '../search/search-uids.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { MailboxIndex } from '../session/mailbox-index.ts';
import type { SortedUids } from './followed-mailbox.ts';
import { keepExisting } from './kept-uids.ts';
import { indexedOrder, type SortIndex } from './sort-index.ts';

/** An order of the uids that an index had at a version. Messages never change, so the same uids have the same order. */
export interface MailboxOrder {
  readonly uidValidity: number;
  /** The version of the index. */
  readonly version: number;
  /** The highest of the uids; 0 for none. */
  readonly lastUid: number;
  readonly uids: Uint32Array;
  /** The keys behind the order, where we had to sort ourselves. */
  readonly keys?: SortIndex;
}

/** This many neighbours of a new message are sorted with it; it is placed for certain if one of them follows it. */
const NEIGHBOURS = 100;
/** After more new messages than this the mailbox is sorted again. */
const MAX_NEW_MESSAGES = 500;

/** The mailbox and the order that are wanted, with the order that is already known. */
export interface OrderRequest {
  /** Of the mailbox that the session has open, complete. */
  readonly index: MailboxIndex;
  readonly order: MessageOrder;
  /** What was known before, of the same mailbox and order. */
  readonly known: MailboxOrder | undefined;
  /** What the server has sorted already. */
  readonly sorted?: SortedUids | undefined;
}

/** The order of the whole mailbox as the index has it. */
export async function orderMailbox(
  session: ImapSession,
  request: OrderRequest,
  signal: AbortSignal,
): Promise<MailboxOrder> {
  const { index, order, sorted } = request;
  const known = request.known?.uidValidity === index.uidValidity ? request.known : undefined;
  if (known && isOrderOf(known, index)) return known;
  // The index may change while the server sorts.
  const { uidValidity, version, lastUid } = index;
  if (sorted && isSortOf(sorted, request)) {
    return { uidValidity, version, lastUid, uids: sorted.uids };
  }
  const ordered = await orderUids(session, { index, order, known }, signal);
  return { uidValidity, version, lastUid, ...ordered };
}

/** True when the order is that of the uids which the index has now, and these are all. */
export function isOrderOf(known: MailboxOrder, index: MailboxIndex): boolean {
  return index.isComplete && known.uidValidity === index.uidValidity && known.version === index.version;
}

/** True when the server has sorted by this order, and exactly the messages of the index: these never change, so their order does not. */
function isSortOf(sorted: SortedUids, { index, order }: OrderRequest): boolean {
  if (!index.isComplete || JSON.stringify(sorted.order) !== JSON.stringify(order)) return false;
  const [ascending, existing] = [sorted.uids.slice().sort(), index.uids()];
  return ascending.length === existing.length && ascending.every((uid, at) => uid === existing[at]);
}

/** The keys as those of a server with SORT; undefined when this server cannot sort by them. */
export function serverOrder(session: ImapSession, order: MessageOrder): readonly ServerSort[] | undefined {
  const keys = order.filter((sort): sort is ServerSort => sort.key !== 'uid');
  return session.capabilities.has('SORT') && keys.length === order.length ? keys : undefined;
}

async function orderUids(
  session: ImapSession,
  { index, order, known }: OrderRequest,
  signal: AbortSignal,
): Promise<Pick<MailboxOrder, 'uids' | 'keys'>> {
  if (index.count === 0 && index.isComplete) return { uids: new Uint32Array() };
  const [{ key, isDescending }] = order;
  // No two messages share a uid, so later keys have no effect.
  if (key === 'uid') return { uids: isDescending ? index.uids().reverse() : index.uids() };
  const sortable = serverOrder(session, order);
  if (!sortable) return indexedOrder(session, { order, existing: index.uids(), known: known?.keys }, signal);
  const canExtend = known !== undefined && index.isComplete;
  const extended = canExtend
    ? await extendOrder(session, { known, index, order: sortable }, signal)
    : undefined;
  return { uids: extended ?? (await sortAll(session, { index, order: sortable }, signal)) };
}

/**
 * The server may show messages that this session was not told of, or none of those that are gone. Where it does not find by SEARCH all
 * that it says there are, nothing is taken out: no message may be hidden.
 */
async function sortAll(
  session: ImapSession,
  { index, order }: { readonly index: MailboxIndex; readonly order: readonly ServerSort[] },
  signal: AbortSignal,
): Promise<Uint32Array> {
  const { isComplete } = index;
  const existing = index.uids();
  const sorted = await sortUids(session, { criterion: null, order }, signal);
  return isComplete ? keepExisting(sorted, existing) : sorted;
}

/**
 * The known order with the new messages put in and the vanished taken out, or undefined when their places
 * are not certain. It costs the same in a mailbox of a hundred and of a million messages.
 */
async function extendOrder(
  session: ImapSession,
  {
    known,
    index,
    order,
  }: { readonly known: MailboxOrder; readonly index: MailboxIndex; readonly order: readonly ServerSort[] },
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  const existing = index.uids();
  const added = index.uidsAbove(known.lastUid);
  const firstNew = toUid(added[0] ?? 0);
  if (firstNew === undefined) return keepExisting(known.uids, existing);
  if (added.length > MAX_NEW_MESSAGES) return undefined;
  const neighbours = Array.from(known.uids.subarray(0, NEIGHBOURS)) as Uid[];
  const head = await sortUids(session, { criterion: anyOf(neighbours, firstNew), order }, signal);
  // The server has ordered the new messages among the neighbours. If one of these comes last, every new
  // message stands before it, and so before all the others.
  const last = head.at(-1);
  const isPlaceCertain = known.uids.length <= NEIGHBOURS || last === undefined || last < firstNew;
  if (!isPlaceCertain) return undefined;
  const rest = known.uids.subarray(NEIGHBOURS);
  const merged = new Uint32Array(head.length + rest.length);
  merged.set(head);
  merged.set(rest, head.length);
  return keepExisting(merged, existing);
}

function anyOf(uids: readonly Uid[], firstNew: Uid): MessageCriterion {
  return {
    kind: 'any-of',
    criteria: [
      { kind: 'uids', uids },
      { kind: 'uid-at-least', uid: firstNew },
    ],
  };
}
