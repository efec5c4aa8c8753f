/** An order made by us, for servers without SORT: the key of every message, fetched once and only added to. */
import type { MessageSort, MessageSortKey } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import type { CommandRunner } from './commands/command-runner.ts';
import { fetchMessages } from './commands/fetch.ts';
import { searchUids } from './commands/search.ts';
import { readSortKey, type SortKeyValue, sortKeyItems } from './sort-keys.ts';

/** uid -> key. */
export type SortIndex = ReadonlyMap<Uid, SortKeyValue>;

/** Keys are fetched in steps of this many messages, so that a step's answers can be let go before the next. */
const STEP = 2_000;

/** The ordered uids of the mailbox, with the index that was extended for it. */
export async function indexedOrder(
  runner: CommandRunner,
  { sort, known }: { sort: MessageSort; known: SortIndex | undefined },
  signal: AbortSignal,
): Promise<{ uids: readonly Uid[]; index: SortIndex }> {
  const key = sort.key as Exclude<MessageSortKey, 'uid'>;
  const existing = await searchUids(runner, null, signal);
  const index = new Map<Uid, SortKeyValue>();
  const missing: Uid[] = [];
  for (const uid of existing) {
    const value = known?.get(uid);
    if (value === undefined) missing.push(uid);
    else index.set(uid, value);
  }
  for (let start = 0; start < missing.length; start += STEP) {
    const uids = missing.slice(start, start + STEP);
    const fetched = await fetchMessages(runner, { uids, items: sortKeyItems(key) }, signal);
    for (const [uid, message] of fetched) index.set(uid, readSortKey(key, message));
  }
  return { uids: sortedUids(index, sort.isDescending), index };
}

/** Equal keys ascend by uid in both directions, as a server with SORT orders them (RFC 5256 §3). */
export function sortedUids(index: SortIndex, isDescending: boolean): readonly Uid[] {
  const direction = isDescending ? -1 : 1;
  return [...index]
    .sort(([uidA, keyA], [uidB, keyB]) => {
      if (keyA === keyB) return uidA - uidB;
      return keyA < keyB ? -direction : direction;
    })
    .map(([uid]) => uid);
}
