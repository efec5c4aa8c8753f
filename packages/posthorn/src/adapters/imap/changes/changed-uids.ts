import { fetch, MessageSet } from 'posthorn-imap';
import { UidRanges } from '../../../domain/values/uid-ranges.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { areFewRanges, requireFewRanges, searchRanges } from './search-ranges.ts';

/** Changes after `modSeq`, of uids below `below` (RFC 7162 §3.1). */
export interface ChangedSince {
  readonly modSeq: bigint;
  readonly below: number | null;
}

const MAX_UID = 4_294_967_295;

/** New messages and changed flags. */
export async function changedUids(
  session: ImapSession,
  { modSeq, below }: ChangedSince,
  signal: AbortSignal,
): Promise<UidRanges> {
  const range = below === null ? '' : ` UID 1:${Math.max(1, below - 1)}`;
  try {
    return await searchRanges(session, `MODSEQ ${modSeq + 1n}${range}`, signal);
  } catch (error) {
    // Some servers lack the search key.
    if (!isRefused(error)) throw error;
    return fetchChanged(session, { modSeq, below }, signal);
  }
}

async function fetchChanged(
  session: ImapSession,
  { modSeq, below }: ChangedSince,
  signal: AbortSignal,
): Promise<UidRanges> {
  const uids: number[] = [];
  await fetch(
    session,
    {
      messages: MessageSet.range(1, below === null ? MAX_UID : Math.max(1, below - 1)),
      isUid: true,
      items: ['UID'],
      changedSince: modSeq,
      onMessage: ({ uid }) => {
        if (uid !== undefined) uids.push(uid);
      },
    },
    signal,
  );
  return UidRanges.of(uids);
}

const MAX_SET_CHARACTERS = 8000;

/** Vanished uids below `uidNext`; may omit those in `changed`. Needs QRESYNC. */
export async function vanishedUids(
  session: ImapSession,
  request: { readonly modSeq: bigint; readonly uidNext: number; readonly changed: UidRanges },
  signal: AbortSignal,
): Promise<UidRanges> {
  const { modSeq, uidNext, changed } = request;
  const all = UidRanges.span(1, uidNext - 1);
  const unchanged = all.minus(changed);
  const isShort = unchanged.size > 0 && unchanged.toText().length <= MAX_SET_CHARACTERS;
  const bounds: number[] = [];
  let reported = 0;
  await fetch(
    session,
    {
      messages: new MessageSet((isShort ? unchanged : all).bounds),
      isUid: true,
      items: ['UID'],
      changedSince: modSeq,
      onMessage: () => undefined,
      onVanished: ({ uids }) => {
        reported += uids.ranges.length;
        if (areFewRanges(reported)) for (const bound of uids.ranges) bounds.push(bound);
      },
    },
    signal,
  );
  requireFewRanges(reported);
  return UidRanges.ofBounds(bounds).below(uidNext);
}
