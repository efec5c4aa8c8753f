/** Port: measures how long requests wait for a session. */

/** Measures waiting times. */
export interface WaitMeter {
  /** A wait is over, successful or not. */
  add(waitedMs: number): void;
}
