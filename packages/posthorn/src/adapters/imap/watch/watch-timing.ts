/** Durations in milliseconds. */
export interface WatchTiming {
  /** Below some providers' limit of ten minutes. */
  readonly cycleMs: number;
  /** For unreported mailboxes. */
  readonly sweepMs: number;
  /** For steps such as login. */
  readonly stepMs: number;
  /** Doubles with each failure. */
  readonly retryMs: number;
  readonly maxRetryMs: number;
}

export const WATCH_TIMING: WatchTiming = {
  cycleMs: 5 * 60_000,
  sweepMs: 10_000,
  stepMs: 20_000,
  retryMs: 1_000,
  maxRetryMs: 60_000,
};
