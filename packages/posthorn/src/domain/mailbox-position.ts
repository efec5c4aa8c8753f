import type { MailboxCounts } from './mailbox.ts';
import type { UidRanges } from './uid-ranges.ts';

/**
 * A client's view of a mailbox, to which later changes are relative. Made of server data, so that no process
 * stores it.
 */
export interface MailboxPosition {
  readonly uidValidity: number;
  /** Greater than all seen uids. */
  readonly uidNext: number;
  /** Existing messages that the client has received. */
  readonly total: number;
  /** The highest mod-sequence seen (RFC 7162 §3.1.2); null where the server has none. */
  readonly highestModSeq: bigint | null;
  /** The uids seen; null for too many ranges, or when unneeded. */
  readonly known: UidRanges | null;
  /** Null with mod-sequences, and before the first comparison. */
  readonly flags: FlagDigest | null;
  /** Present between pages; the other members then describe the state after the last page. */
  readonly pending: PendingPage | null;
}

/** Hashes of the newest messages' flags. */
export interface FlagDigest {
  /** The smallest compared uid. */
  readonly firstUid: number;
  /** 32-bit hashes; a message's bucket is uid modulo FLAG_BUCKETS. */
  readonly buckets: readonly number[];
}

/** The remaining pages, by descending uids. */
export interface PendingPage {
  /** Greater than all remaining uids. */
  readonly below: number;
  /** Before the first page. */
  readonly sinceUidNext: number;
  /** Before the first page; null without mod-sequences. */
  readonly sinceModSeq: bigint | null;
  /** Null with mod-sequences. */
  readonly suspects: FlagSuspects | null;
}

/** Messages seen before whose flags may have changed. */
export interface FlagSuspects {
  readonly firstUid: number;
  /** One bit per bucket. */
  readonly buckets: bigint;
}

/** More make states longer, fewer make more suspects. */
export const FLAG_BUCKETS = 64;

/** Returns the position of a client that has seen these counts. */
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
