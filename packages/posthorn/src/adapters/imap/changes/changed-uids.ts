/** Which messages have changed, by their mod-sequences (CONDSTORE, RFC 7162 §3.1). */
import { fetch, MessageSet } from 'posthorn-imap';
import { UidRanges } from '../../../domain/uid-ranges.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { searchRanges } from './search-ranges.ts';

/** Messages with a greater mod-sequence than `modSeq` and uids smaller than `below`. */
export interface ChangedSince {
  readonly modSeq: bigint;
  readonly below: number | null;
}

/** 2^32 - 1 (RFC 9051 §9, `nz-number`). */
const MAX_UID = 4_294_967_295;

/** The uids of messages that are new or whose flags have changed. Costs one line where the server has ESEARCH. */
export async function changedUids(
  session: ImapSession,
  { modSeq, below }: ChangedSince,
  signal: AbortSignal,
): Promise<UidRanges> {
  const range = below === null ? '' : ` UID 1:${Math.max(1, below - 1)}`;
  try {
    return await searchRanges(session, `MODSEQ ${modSeq + 1n}${range}`, signal);
  } catch (error) {
    // Some servers keep mod-sequences and do not know the search key.
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

/** Longest set of one command; MessageSet has the same bound. */
const MAX_SET_CHARACTERS = 8000;

/** The uids below `uidNext` that have vanished since. `changed` need not be reported again. Needs QRESYNC, which must be enabled. */
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
  await fetch(
    session,
    {
      messages: new MessageSet((isShort ? unchanged : all).bounds),
      isUid: true,
      items: ['UID'],
      changedSince: modSeq,
      // What has changed is known already.
      onMessage: () => undefined,
      onVanished: ({ uids }) => {
        for (const bound of uids.ranges) bounds.push(bound);
      },
    },
    signal,
  );
  return UidRanges.ofBounds(bounds).below(uidNext);
}
