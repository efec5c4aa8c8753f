import type { MessageCriterion, MessageOrder } from '../../../domain/messages/message-query.ts';
import { toUid, type Uid } from '../../../domain/values/uid.ts';
import { type ServerSort, sortUids } from '../search/search-uids.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { MailboxIndex } from '../session/mailbox-index.ts';
import type { SortedUids } from './followed-mailbox.ts';
import { keepExisting } from './kept-uids.ts';
import { indexedOrder, type SortIndex } from './sort-index.ts';

/** One index version's order; equal uids have equal order. */
export interface MailboxOrder {
  readonly uidValidity: number;
  readonly version: number;
  readonly lastUid: number;
  readonly uids: Uint32Array;
  readonly keys?: SortIndex;
}

/** They prove new messages' positions. */
const NEIGHBOURS = 100;
const MAX_NEW_MESSAGES = 500;

/** Mailbox and last result. */
export interface OrderRequest {
  /** Complete. */
  readonly index: MailboxIndex;
  readonly order: MessageOrder;
  readonly known: MailboxOrder | undefined;
  readonly sorted?: SortedUids | undefined;
}

/** Orders all messages. */
export async function orderMailbox(
  session: ImapSession,
  request: OrderRequest,
  signal: AbortSignal,
): Promise<MailboxOrder> {
  const { index, order, sorted } = request;
  const known = request.known?.uidValidity === index.uidValidity ? request.known : undefined;
  if (known && isOrderOf(known, index)) return known;
  const { uidValidity, version, lastUid } = index;
  if (sorted && isSortOf(sorted, request)) {
    return { uidValidity, version, lastUid, uids: sorted.uids };
  }
  const ordered = await orderUids(session, { index, order, known }, signal);
  return { uidValidity, version, lastUid, ...ordered };
}

/** True if the order has the index's uids. */
export function isOrderOf(known: MailboxOrder, index: MailboxIndex): boolean {
  return index.isComplete && known.uidValidity === index.uidValidity && known.version === index.version;
}

function isSortOf(sorted: SortedUids, { index, order }: OrderRequest): boolean {
  if (!index.isComplete || JSON.stringify(sorted.order) !== JSON.stringify(order)) return false;
  const [ascending, existing] = [sorted.uids.slice().sort(), index.uids()];
  return ascending.length === existing.length && ascending.every((uid, at) => uid === existing[at]);
}

/** Undefined if unsupported. */
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
  // Later keys are without effect: uids are unique.
  if (key === 'uid') return { uids: isDescending ? index.uids().reverse() : index.uids() };
  const sortable = serverOrder(session, order);
  if (!sortable) return indexedOrder(session, { order, existing: index.uids(), known: known?.keys }, signal);
  const canExtend = known !== undefined && index.isComplete;
  const extended = canExtend
    ? await extendOrder(session, { known, index, order: sortable }, signal)
    : undefined;
  return { uids: extended ?? (await sortAll(session, { index, order: sortable }, signal)) };
}

/** SEARCH may be incomplete, and must hide none. */
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

/** At the same cost for any size; undefined if positions are uncertain. */
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
  // A neighbour: new messages precede all others.
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
