import type { ZonedDate } from '../../../domain/messages/message-item.ts';
import type { MessageCriterion } from '../../../domain/messages/message-query.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { parseInternalDate } from '../fetch/internal-date.ts';
import { messageDate } from '../fetch/message-date.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { requireFew, SEARCH_STEP } from './search-bounds.ts';
import { searchDate } from './search-keys.ts';
import { searchByKeys } from './search-uids.ts';

/** A criterion that compares moments. */
export type SinceCriterion = Extract<MessageCriterion, { readonly kind: 'dated-since' | 'received-since' }>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** If earlier, the server could not read it. */
const FIRST_DAY_MS = Date.UTC(1971, 0, 1);
const LAST_DAY_MS = Date.UTC(9999, 11, 31);
const RULES = {
  'dated-since': {
    key: 'SENTSINCE',
    items: ['UID', 'INTERNALDATE', headerFields(['DATE'])],
    timeOf: ({ header, internalDate }: FetchedMessage) =>
      messageDate(parseHeaderFields(header ?? new Uint8Array()), internalDate),
  },
  'received-since': {
    key: 'SINCE',
    items: ['UID', 'INTERNALDATE'],
    timeOf: ({ internalDate }: FetchedMessage) => parseInternalDate(internalDate ?? ''),
  },
} as const;

/**
 * Checks days that servers compare differently (RFC 9051 §6.4.4). Throws `invalid-parameter` for too many
 * messages.
 */
export async function uidsSince(
  session: ImapSession,
  { criterion, candidates }: { readonly criterion: SinceCriterion; readonly candidates: ReadonlySet<Uid> },
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  const { kind, epochMs, isDay } = criterion;
  const { key, items, timeOf } = RULES[kind];
  const find = (dayMs: number) => searchByKeys(session, [key, searchDate(dayText(dayMs))], signal);
  const later = new Set(await find(isDay ? epochMs : Math.ceil((epochMs + DAY_MS) / DAY_MS) * DAY_MS));
  const near = isDay ? later : new Set(await find(Math.floor((epochMs - DAY_MS) / DAY_MS) * DAY_MS));
  const dated = kind === 'dated-since' ? new Set(await find(FIRST_DAY_MS)) : candidates;
  const doubtful = [...candidates].filter((uid) => !later.has(uid) && (near.has(uid) || !dated.has(uid)));
  requireFew(doubtful.length, 'A date with its time');
  const matching = new Set([...candidates].filter((uid) => later.has(uid)));
  for (let start = 0; start < doubtful.length; start += SEARCH_STEP) {
    const uids = doubtful.slice(start, start + SEARCH_STEP);
    for (const [uid, message] of await fetchMessages(session, { uids, items }, signal)) {
      if (isSince(timeOf(message), criterion)) matching.add(uid);
    }
  }
  return matching;
}

function isSince(date: ZonedDate | undefined, { epochMs, isDay }: SinceCriterion): boolean {
  const { epochMs: time, offsetMinutes } = date ?? { epochMs: 0, offsetMinutes: 0 };
  return time + (isDay ? offsetMinutes * MINUTE_MS : 0) >= epochMs;
}

function dayText(dayMs: number): string {
  return new Date(Math.min(Math.max(dayMs, FIRST_DAY_MS), LAST_DAY_MS)).toISOString().slice(0, 10);
}
