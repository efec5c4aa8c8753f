import type { MessageOrder } from '../../../domain/messages/message-query.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { searchDate } from '../search/search-keys.ts';
import { searchByKeys } from '../search/search-uids.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { MailboxIndex } from '../session/mailbox-index.ts';
import { fetchSortKeys } from './sort-index.ts';
import { compareRows, type SortedRow, type SortKeyValue } from './sort-keys.ts';

const MAX_OTHERS = 1_000;
/** SENTSINCE ignores zones (RFC 9051 §6.4.4): a Date field's day is up to 12 h behind UTC. */
const LARGEST_OFFSET_MS = 12 * 3_600_000;

/** The order is final before `end`. */
export interface HeadRequest {
  readonly index: MailboxIndex;
  readonly order: MessageOrder;
  readonly end: number;
}

/** True if the latest sent are first. */
export function isNewestFirst([first]: MessageOrder): boolean {
  return first.key === 'date' && first.isDescending;
}

/** Avoids sorting a huge mailbox; undefined if sorting is cheaper. Finds late-sent messages by date. */
export async function orderHead(
  session: ImapSession,
  { index, order, end }: HeadRequest,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  const all = index.uids().reverse();
  const [lastUid = 0] = all;
  const arrivals = Array.from(all.subarray(0, 2 * end)) as Uid[];
  const keys = new Map(await fetchSortKeys(session, { uids: arrivals, order }, signal));
  const day = dayOf(sortRows(keys, order)[end - 1]?.keys[0]);
  if (day === undefined) return undefined;
  const late = await searchByKeys(session, ['SENTSINCE', searchDate(day)], signal);
  if (late.length > MAX_OTHERS + arrivals.length) return undefined;
  const others = late.filter((uid) => !keys.has(uid) && uid <= lastUid && index.has(uid));
  for (const [uid, values] of await fetchSortKeys(session, { uids: others, order }, signal)) {
    keys.set(uid, values);
  }
  const head = sortRows(keys, order).map(({ uid }) => uid);
  const rest = withoutThese(all.subarray(arrivals.length), others);
  const ordered = new Uint32Array(head.length + rest.length);
  ordered.set(head);
  ordered.set(rest, head.length);
  return ordered;
}

function withoutThese(descending: Uint32Array, ascending: readonly Uid[]): Uint32Array {
  let last = ascending.length - 1;
  const kept = new Uint32Array(descending.length);
  let count = 0;
  for (let position = 0; position < descending.length; position += 1) {
    const uid = descending[position] ?? 0;
    while (last >= 0 && (ascending[last] ?? 0) > uid) last -= 1;
    if (ascending[last] === uid) continue;
    kept[count] = uid;
    count += 1;
  }
  return kept.subarray(0, count);
}

function sortRows(keys: ReadonlyMap<Uid, SortedRow['keys']>, order: MessageOrder): readonly SortedRow[] {
  return Array.from(keys, ([uid, values]) => ({ uid, keys: values })).sort((a, b) =>
    compareRows(order, a, b),
  );
}

/** Undefined outside the calendar. */
function dayOf(sentAt: SortKeyValue | undefined): string | undefined {
  const date = new Date(typeof sentAt === 'number' ? sentAt - LARGEST_OFFSET_MS : Number.NaN);
  const isUsual = date.getTime() > 0 && date.getUTCFullYear() < 10_000;
  return isUsual ? date.toISOString().slice(0, 10) : undefined;
}
