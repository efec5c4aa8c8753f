/** Durations in milliseconds. */
export interface WatcherTiming {
  /** For a connection with its login. */
  readonly openMs: number;
  /** Between two lists of all folders: below the 2 minutes that are promised. */
  readonly sweepMs: number;
  /** Between two readings of INBOX where the server reports nothing. */
  readonly inboxMs: number;
  /** Between two proofs by another connection. */
  readonly proofMs: number;
  /** Between two comparisons of a whole folder. */
  readonly inventoryMs: number;
  /** A token is renewed so long before its end. */
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
