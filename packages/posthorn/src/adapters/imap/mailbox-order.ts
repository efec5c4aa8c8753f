/** The order of all messages of a mailbox, kept while it is true and extended when mail arrives. */
import type { MailboxCounts } from '../../domain/mailbox.ts';
import type { MessageCriterion, MessageOrder } from '../../domain/message-query.ts';
import { toUid, type Uid } from '../../domain/uid.ts';
import type { ImapSession } from './imap-session.ts';
import { type ServerSort, searchUids, sortUids } from './search-uids.ts';
import { indexedOrder, type SortIndex } from './sort-index.ts';

/**
 * An order and the state of the mailbox that it describes. Messages never change, so equal uidValidity,
 * uidNext and total mean the same messages and thus the same order.
 */
export interface MailboxOrder {
  readonly uidValidity: number;
  readonly uidNext: number;
  readonly total: number;
  readonly uids: readonly Uid[];
  /** The keys behind the order, where we had to sort ourselves. */
  readonly index?: SortIndex;
}

/** This many neighbours of a new message are sorted with it; it is placed for certain if one of them follows it. */
const NEIGHBOURS = 100;
/** After more new messages than this the mailbox is sorted again. */
const MAX_NEW_MESSAGES = 500;

/** The mailbox and the order that are wanted, with the order that is already known. */
export interface OrderRequest {
  readonly counts: MailboxCounts;
  readonly order: MessageOrder;
  /** What was known before, of the same mailbox and order. */
  readonly known: MailboxOrder | undefined;
}

/** The order of the whole mailbox as the counts describe it. */
export async function orderMailbox(
  session: ImapSession,
  request: OrderRequest,
  signal: AbortSignal,
): Promise<MailboxOrder> {
  const { counts, order } = request;
  const known = request.known?.uidValidity === counts.uidValidity ? request.known : undefined;
  if (known && isOrderOf(known, counts)) return known;
  const { uidValidity, uidNext, total } = counts;
  const ordered = await orderUids(session, { counts, order, known }, signal);
  return { uidValidity, uidNext, total, ...ordered };
}

/** True when the order is that of the mailbox which has these counts now. */
export function isOrderOf(known: MailboxOrder, counts: MailboxCounts): boolean {
  return (
    known.uidValidity === counts.uidValidity &&
    known.uidNext === counts.uidNext &&
    known.total === counts.total
  );
}

/** The keys as those of a server with SORT; undefined when this server cannot sort by them. */
export function serverOrder(session: ImapSession, order: MessageOrder): readonly ServerSort[] | undefined {
  const keys = order.filter((sort): sort is ServerSort => sort.key !== 'uid');
  return session.capabilities.has('SORT') && keys.length === order.length ? keys : undefined;
}

async function orderUids(
  session: ImapSession,
  { counts, order, known }: OrderRequest,
  signal: AbortSignal,
): Promise<Pick<MailboxOrder, 'uids' | 'index'>> {
  if (counts.total === 0) return { uids: [] };
  const [{ key, isDescending }] = order;
  // No two messages share a uid, so later keys have no effect.
  if (key === 'uid') return { uids: await orderByUid(session, isDescending, signal) };
  const sortable = serverOrder(session, order);
  if (!sortable) return indexedOrder(session, { order, known: known?.index }, signal);
  const extended = known && (await extendOrder(session, { known, counts, order: sortable }, signal));
  return { uids: extended ?? (await sortUids(session, { criterion: null, order: sortable }, signal)) };
}

async function orderByUid(
  session: ImapSession,
  isDescending: boolean,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const ascending = await searchUids(session, null, signal);
  return isDescending ? [...ascending].reverse() : ascending;
}

/**
 * The known order with the new messages put in and the vanished taken out, or undefined when their places
 * are not certain. It costs the same in a mailbox of a hundred and of a million messages.
 */
async function extendOrder(
  session: ImapSession,
  { known, counts, order }: { known: MailboxOrder; counts: MailboxCounts; order: readonly ServerSort[] },
  signal: AbortSignal,
): Promise<readonly Uid[] | undefined> {
  const firstNew = toUid(known.uidNext);
  if (firstNew === undefined || counts.uidNext - known.uidNext > MAX_NEW_MESSAGES) return undefined;
  if (counts.uidNext === known.uidNext) return keepExisting(session, known.uids, signal);
  const neighbours = known.uids.slice(0, NEIGHBOURS);
  const head = await sortUids(session, { criterion: anyOf(neighbours, firstNew), order }, signal);
  // The server has ordered the new messages among the neighbours. If one of these comes last, every new
  // message stands before it, and so before all the others.
  const last = head.at(-1);
  const isPlaceCertain = known.uids.length <= NEIGHBOURS || last === undefined || last < firstNew;
  if (!isPlaceCertain) return undefined;
  const merged = [...head, ...known.uids.slice(NEIGHBOURS).filter((uid) => uid < firstNew)];
  return merged.length === counts.total ? merged : keepExisting(session, merged, signal);
}

async function keepExisting(
  session: ImapSession,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const existing = new Set(await searchUids(session, null, signal));
  return uids.filter((uid) => existing.has(uid));
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
