/** Durations in milliseconds. */
export interface WatcherTiming {
  /** For a connection and its login. */
  readonly openMs: number;
  /** Between lists of all folders; 2 minutes are promised. */
  readonly sweepMs: number;
  /** Between readings of INBOX if the server reports nothing. */
  readonly inboxMs: number;
  /** Between proofs by another connection. */
  readonly proofMs: number;
  /** Between comparisons of a whole folder. */
  readonly inventoryMs: number;
  /** Renews a token this long before its end. */
  readonly renewMs: number;
  /** Doubles with each failure. */
  readonly retryMs: number;
  readonly maxRetryMs: number;
}

export const WATCHER_TIMING: WatcherTiming = {
  openMs: 60_000,
  sweepMs: 90_000,
  inboxMs: 20_000,
  proofMs: 60 * 60_000,
  inventoryMs: 24 * 60 * 60_000,
  renewMs: 4 * 60_000,
  retryMs: 1_000,
  maxRetryMs: 60_000,
};
