/** How far a client has followed a mailbox. */
import type { MailboxCounts } from './mailbox.ts';
import type { UidRanges } from './uid-ranges.ts';

/**
 * What a client has seen of a mailbox. Later changes are reported relative to it. It is made of data from the server, so that
 * no process has to store it.
 */
export interface MailboxPosition {
  readonly uidValidity: number;
  /** All messages that the client has seen have smaller uids. */
  readonly uidNext: number;
  /** How many existing messages the client has received. */
  readonly total: number;
  /** The highest mod-sequence that the client has seen (RFC 7162 §3.1.2); null where the server keeps none. */
  readonly highestModSeq: bigint | null;
  /** The uids that the client has seen; null where they are too many ranges to be remembered, or are not needed. */
  readonly known: UidRanges | null;
  /** The flags at that time; null where mod-sequences show what has changed, and before the first comparison. */
  readonly flags: FlagDigest | null;
  /** Present between the pages of one answer: the remaining changes. The rest of the position is then the state at its end. */
  readonly pending: PendingPage | null;
}

/** The flags of the newest messages, in few octets: a bucket changes when the flags of one of its messages do. */
export interface FlagDigest {
  /** The smallest uid that was compared. */
  readonly firstUid: number;
  /** One hash of 32 bits for each of FLAG_BUCKETS; a message belongs to bucket uid modulo FLAG_BUCKETS. */
  readonly buckets: readonly number[];
}

/** The pages that follow, which go from the greatest uid to the smallest. */
export interface PendingPage {
  /** The uids of the pages that follow are smaller. */
  readonly below: number;
  /** Of the position before the first page. */
  readonly sinceUidNext: number;
  /** Of the position before the first page; null where no mod-sequences are kept. */
  readonly sinceModSeq: bigint | null;
  /** Where no mod-sequences are kept: the messages whose flags may have changed. */
  readonly suspects: FlagSuspects | null;
}

/** Messages that had been seen before and whose flags may have changed since. */
export interface FlagSuspects {
  readonly firstUid: number;
  /** One bit for each bucket of a FlagDigest. */
  readonly buckets: bigint;
}

/** Buckets of a FlagDigest. More make states longer, fewer make more messages suspects. */
export const FLAG_BUCKETS = 64;

/** The position of a client that has seen the mailbox with these counts. */
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
