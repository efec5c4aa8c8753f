/** How long the steps of watching take. */

/** Milliseconds. */
export interface WatchTiming {
  /** A connection that is told of changes is used so long, and then another one. Below the ten minutes after which some providers hang up. */
  readonly cycleMs: number;
  /** How often the server is asked about mailboxes of which it tells nothing by itself. */
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
