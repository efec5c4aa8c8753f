/** How long the steps of watching take. */

/** Milliseconds. */
export interface WatchTiming {
  /** How long a connection listens before the next one replaces it. Below the ten minutes after which some providers close it. */
  readonly cycleMs: number;
  /** How often the server is asked about mailboxes that it does not report by itself. */
  readonly sweepMs: number;
  /** The longest time of one step: connecting with the login, a command. */
  readonly stepMs: number;
  /** The first wait after a failure; each further one is twice as long. */
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
