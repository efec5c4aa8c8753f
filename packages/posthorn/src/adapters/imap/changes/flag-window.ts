import { createHash } from 'node:crypto';
import { fetch, MessageSet } from 'posthorn-imap';
import {
  FLAG_BUCKETS,
  type FlagDigest,
  type FlagSuspects,
} from '../../../domain/mailboxes/mailbox-position.ts';
import { UidRanges } from '../../../domain/values/uid-ranges.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** Flags of the newest messages, compared by digest where mod-sequences are missing. */
export interface FlagWindow {
  readonly flags: ReadonlyMap<number, string>;
  /** 1 for the whole mailbox. */
  readonly firstUid: number;
}

/** 39 KB to read. */
const FLAG_WINDOW = 1000;
const MAX_ARRIVALS = 4000;
export const MAX_COMPARED = FLAG_WINDOW + MAX_ARRIVALS;

const ALL_BUCKETS = (1n << BigInt(FLAG_BUCKETS)) - 1n;

/** Window and newer messages. */
export async function readFlagWindow(
  session: ImapSession,
  arrivals: number,
  signal: AbortSignal,
): Promise<FlagWindow> {
  const exists = session.selected?.exists ?? 0;
  if (exists === 0) return { flags: new Map(), firstUid: 1 };
  const first = Math.max(1, exists - FLAG_WINDOW - Math.min(arrivals, MAX_ARRIVALS) + 1);
  const read: [number, string][] = [];
  await fetch(
    session,
    {
      messages: MessageSet.range(first, exists),
      isUid: false,
      items: ['UID', 'FLAGS'],
      onMessage: ({ uid, flags }) => {
        if (uid !== undefined && flags !== undefined) read.push([uid, textOf(flags)]);
      },
    },
    signal,
  );
  const flags = new Map(read.sort(([a], [b]) => a - b));
  const [firstUid = 1] = flags.keys();
  return { flags, firstUid: first === 1 ? 1 : firstUid };
}

/** \Recent depends on the session. */
function textOf(flags: readonly string[]): string {
  return flags
    .filter((flag) => flag.toLowerCase() !== '\\recent')
    .map((flag) => flag.toLowerCase())
    .sort()
    .join(' ');
}

/** The digest of flags below `uidNext`. */
export function digestOf({ flags, firstUid }: FlagWindow, uidNext: number): FlagDigest {
  const uids = [...flags.keys()].filter((uid) => uid < uidNext);
  const newest = uids.slice(-FLAG_WINDOW);
  const first = newest.length === uids.length ? firstUid : (newest[0] ?? uidNext);
  return { firstUid: first, buckets: bucketsOf(flags, { first, uidNext }) };
}

/** Whose flags may have changed; all without a digest. */
export function suspectsOf(
  window: FlagWindow,
  { digest, uidNext }: { readonly digest: FlagDigest | null; readonly uidNext: number },
): FlagSuspects {
  if (digest === null || digest.firstUid < window.firstUid) {
    return { firstUid: window.firstUid, buckets: ALL_BUCKETS };
  }
  const now = bucketsOf(window.flags, { first: digest.firstUid, uidNext });
  const changed = now.map((hash, index) => (hash === digest.buckets[index] ? 0n : 1n << BigInt(index)));
  return { firstUid: digest.firstUid, buckets: changed.reduce((mask, bit) => mask | bit, 0n) };
}

/** Suspects and new messages. */
export function selectSuspects(
  uids: Iterable<number>,
  { suspects, uidNext }: { readonly suspects: FlagSuspects; readonly uidNext: number },
): UidRanges {
  const { firstUid, buckets } = suspects;
  const isSuspect = (uid: number): boolean =>
    uid >= firstUid && ((buckets >> BigInt(uid % FLAG_BUCKETS)) & 1n) === 1n;
  return UidRanges.of([...uids].filter((uid) => uid >= uidNext || isSuspect(uid)));
}

function bucketsOf(
  flags: ReadonlyMap<number, string>,
  { first, uidNext }: { readonly first: number; readonly uidNext: number },
): readonly number[] {
  const buckets = new Array<number>(FLAG_BUCKETS).fill(0);
  for (const [uid, text] of flags) {
    if (uid < first || uid >= uidNext) continue;
    const hash = createHash('sha1').update(`${uid} ${text}`).digest().readUInt32BE();
    const index = uid % FLAG_BUCKETS;
    buckets[index] = ((buckets[index] ?? 0) ^ hash) >>> 0;
  }
  return buckets;
}
