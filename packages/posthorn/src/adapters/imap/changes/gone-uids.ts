import { UidRanges } from '../../../domain/values/uid-ranges.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { vanishedUids } from './changed-uids.ts';
import { isResyncing } from './resyncing-session.ts';
import { searchRanges } from './search-ranges.ts';

/** The client's position and the present. */
export interface GoneRequest {
  readonly since: {
    readonly uidNext: number;
    readonly total: number;
    readonly highestModSeq: bigint | null;
    readonly known: UidRanges | null;
  };
  readonly uidNext: number;
  readonly total: number;
  /** Below `uidNext`. */
  readonly changed: UidRanges;
}

/** Vanished messages, and the client's new knowledge. */
export interface GoneMessages {
  readonly removed: UidRanges;
  readonly present: UidRanges | null;
  /** New, missed by the search. */
  readonly overlooked: UidRanges;
  readonly total: number;
  readonly known: UidRanges | null;
}

const MAX_REMOVED = 2000;
const MAX_KNOWN_RANGES = 64;

/** Requests nothing while the counts agree. */
export async function findGone(
  session: ImapSession,
  request: GoneRequest,
  signal: AbortSignal,
): Promise<GoneMessages> {
  const { since, total, changed } = request;
  const arrived = changed.from(since.uidNext);
  const gone = since.total + arrived.size - total;
  const passing = passedBetween(request, arrived);
  const { none } = UidRanges;
  if (gone === 0 && passing.size <= MAX_REMOVED) {
    const known = since.known && remembered(since.known.plus(arrived));
    return { removed: passing, present: null, overlooked: none, total, known };
  }
  const vanished = gone === 0 ? none : await findVanished(session, request, signal);
  if (vanished !== null && vanished.size === gone && gone + passing.size <= MAX_REMOVED) {
    return { removed: vanished.plus(passing), present: null, overlooked: none, total, known: null };
  }
  return compare(session, { ...request, vanished }, signal);
}

function passedBetween({ since, uidNext }: GoneRequest, existing: UidRanges): UidRanges {
  return UidRanges.span(Math.max(1, since.uidNext), uidNext - 1).minus(existing);
}

async function findVanished(
  session: ImapSession,
  { since: { highestModSeq: modSeq, uidNext }, changed }: GoneRequest,
  signal: AbortSignal,
): Promise<UidRanges | null> {
  if (modSeq === null || !isResyncing(session)) return null;
  return vanishedUids(session, { modSeq, uidNext, changed }, signal);
}

async function compare(
  session: ImapSession,
  { vanished, ...request }: GoneRequest & { readonly vanished: UidRanges | null },
  signal: AbortSignal,
): Promise<GoneMessages> {
  const { since, uidNext, changed } = request;
  const all = await searchRanges(session, `UID 1:${Math.max(1, uidNext - 1)}`, signal);
  const present = all.below(uidNext);
  const seen = (since.known ?? vanished ?? UidRanges.none).minus(present);
  const removed = seen.plus(passedBetween(request, present));
  const isNamed = since.known !== null && removed.size <= MAX_REMOVED;
  return {
    removed: removed.size <= MAX_REMOVED ? removed : UidRanges.none,
    present: isNamed ? null : present,
    overlooked: present.from(since.uidNext).minus(changed),
    total: present.size,
    known: remembered(present),
  };
}

/** Uids for a client without a position; null if too many or unneeded. */
export async function findKnown(
  session: ImapSession,
  uidNext: number,
  signal: AbortSignal,
): Promise<UidRanges | null> {
  if (isResyncing(session)) return null;
  const all = await searchRanges(session, `UID 1:${Math.max(1, uidNext - 1)}`, signal);
  return remembered(all.below(uidNext));
}

function remembered(uids: UidRanges): UidRanges | null {
  return uids.bounds.length <= 2 * MAX_KNOWN_RANGES ? uids : null;
}
