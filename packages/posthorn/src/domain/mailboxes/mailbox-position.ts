import type { UidRanges } from '../values/uid-ranges.ts';
import type { MailboxCounts } from './mailbox.ts';

/** A client's view of a mailbox, the base of later changes. Server data: no process stores it. */
export interface MailboxPosition {
  readonly uidValidity: number;
  /** Above all seen uids. */
  readonly uidNext: number;
  /** Seen and still there. */
  readonly total: number;
  /** RFC 7162 §3.1.2; null where the server has none. */
  readonly highestModSeq: bigint | null;
  /** Null for too many ranges, or if unneeded. */
  readonly known: UidRanges | null;
  /** Null with mod-sequences, or before the first comparison. */
  readonly flags: FlagDigest | null;
  /** Between pages; other members then describe the last page's end. */
  readonly pending: PendingPage | null;
}

/** The newest messages' flag hashes. */
export interface FlagDigest {
  /** The smallest compared. */
  readonly firstUid: number;
  /** 32-bit hashes; a message's bucket is uid modulo FLAG_BUCKETS. */
  readonly buckets: readonly number[];
}

/** The remaining pages, by descending uids. */
export interface PendingPage {
  /** Above all remaining uids. */
  readonly below: number;
  readonly sinceUidNext: number;
  /** Null without mod-sequences. Both precede the first page. */
  readonly sinceModSeq: bigint | null;
  /** Null with mod-sequences. */
  readonly suspects: FlagSuspects | null;
}

/** Seen messages whose flags may have changed. */
export interface FlagSuspects {
  readonly firstUid: number;
  /** One bit per bucket. */
  readonly buckets: bigint;
}

/** More make longer states, fewer more suspects. */
export const FLAG_BUCKETS = 64;

/** The position after these counts. */
export function positionAt({ uidValidity, uidNext, total, highestModSeq }: MailboxCounts): MailboxPosition {
  return {
    uidValidity,
    uidNext,
    total,
    highestModSeq: highestModSeq === null ? null : BigInt(highestModSeq),
    known: null,
    flags: null,
    pending: null,
  };
}
