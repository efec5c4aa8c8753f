/** An order made by us, for servers without SORT: the keys of every message, fetched once and only added to. */
import type { MessageOrder } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { fetchMessages } from './fetched-messages.ts';
import type { ImapSession } from './imap-session.ts';
import { searchUids } from './search-uids.ts';
import { compareRows, readSortKeys, type SortKeys, sortKeyItems } from './sort-keys.ts';

/** uid -> keys. */
export type SortIndex = ReadonlyMap<Uid, SortKeys>;

/** Keys are fetched in steps of this many messages, so that a step's answers can be let go before the next. */
const STEP = 2_000;

/** The ordered uids of the mailbox, with the index that was extended for it. */
export async function indexedOrder(
  session: ImapSession,
  { order, known }: { order: MessageOrder; known: SortIndex | undefined },
  signal: AbortSignal,
): Promise<{ uids: readonly Uid[]; index: SortIndex }> {
  const existing = await searchUids(session, null, signal);
  const missing = existing.filter((uid) => !known?.has(uid));
  const added = await fetchSortKeys(session, { uids: missing, order }, signal);
  const index = new Map<Uid, SortKeys>();
  for (const uid of existing) {
    const keys = known?.get(uid) ?? added.get(uid);
    if (keys) index.set(uid, keys);
  }
  return { uids: sortedUids(index, order), index };
}

/** The keys of these messages, as far as they exist. */
export async function fetchSortKeys(
  session: ImapSession,
  { uids, order }: { uids: readonly Uid[]; order: MessageOrder },
  signal: AbortSignal,
): Promise<SortIndex> {
  const index = new Map<Uid, SortKeys>();
  for (let start = 0; start < uids.length; start += STEP) {
    const step = uids.slice(start, start + STEP);
    const fetched = await fetchMessages(session, { uids: step, items: sortKeyItems(order) }, signal);
    for (const [uid, message] of fetched) index.set(uid, readSortKeys(order, message));
  }
  return index;
}

/** The uids of an index in order. */
function sortedUids(index: SortIndex, order: MessageOrder): readonly Uid[] {
  return [...index]
    .map(([uid, keys]) => ({ uid, keys }))
    .sort((a, b) => compareRows(order, a, b))
    .map(({ uid }) => uid);
}
