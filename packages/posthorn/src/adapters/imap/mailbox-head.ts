/** The newest messages of a huge mailbox in their order, without sorting the mailbox. */
import type { MessageOrder } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import type { ImapSession } from './imap-session.ts';
import type { MailboxIndex } from './mailbox-index.ts';
import { searchUids } from './search-uids.ts';
import { fetchSortKeys } from './sort-index.ts';
import { compareRows, type SortedRow } from './sort-keys.ts';

/** Among so many of the messages that arrived last, the newest ones are looked for first. */
const ARRIVALS = 500;
/** Where more messages than this are as new, the mailbox is sorted instead. */
const MAX_OTHERS = 2_000;
/** SENTSINCE compares days as they were written, in any time zone (RFC 9051 §6.4.4). */
const DAY_MS = 86_400_000;

/** Which rows have to be in their place: those before `end`. */
export interface HeadRequest {
  readonly index: MailboxIndex;
  readonly order: MessageOrder;
  readonly end: number;
}

/** True when the first rows of this order are the messages that were sent last. */
export function isNewestFirst([first]: MessageOrder): boolean {
  return first.key === 'date' && first.isDescending;
}

/**
 * All uids of the index, of which those before `end` are in the order asked for; undefined where that takes as much as sorting them all.
 * A message far down that was sent as late as those at the top is found by its date.
 */
export async function orderHead(
  session: ImapSession,
  { index, order, end }: HeadRequest,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  const { lastUid } = index;
  const all = index.uids().reverse();
  const arrivals = Array.from(all.subarray(0, ARRIVALS)) as Uid[];
  const keys = new Map(await fetchSortKeys(session, { uids: arrivals, order }, signal));
  const sentAt = sortRows(keys, order)[end - 1]?.keys[0];
  const day = typeof sentAt === 'number' ? dayBefore(sentAt) : undefined;
  if (day === undefined) return undefined;
  const late = await searchUids(session, { kind: 'sent-since', day }, signal);
  // What has arrived meanwhile is above the copy's last uid.
  const others = late.filter((uid) => !keys.has(uid) && uid <= lastUid && index.has(uid));
  if (others.length > MAX_OTHERS) return undefined;
  for (const [uid, values] of await fetchSortKeys(session, { uids: others, order }, signal)) {
    keys.set(uid, values);
  }
  const head = sortRows(keys, order).map(({ uid }) => uid);
  const isInHead: ReadonlySet<number> = new Set(head);
  const ordered = new Uint32Array(all.length);
  ordered.set(head);
  ordered.set(
    all.filter((uid) => !isInHead.has(uid)),
    head.length,
  );
  return ordered;
}

function sortRows(keys: ReadonlyMap<Uid, SortedRow['keys']>, order: MessageOrder): readonly SortedRow[] {
  return Array.from(keys, ([uid, values]) => ({ uid, keys: values })).sort((a, b) =>
    compareRows(order, a, b),
  );
}

/** The day before this time as `YYYY-MM-DD`; undefined for a time that no calendar has. */
function dayBefore(epochMs: number): string | undefined {
  const date = new Date(epochMs - DAY_MS);
  const isUsual = date.getTime() > 0 && date.getUTCFullYear() < 10_000;
  return isUsual ? date.toISOString().slice(0, 10) : undefined;
}
