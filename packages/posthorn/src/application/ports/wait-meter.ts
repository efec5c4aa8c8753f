/** Port: how long requests wait until they have what they need. */

/** Measures waiting times. */
export interface WaitMeter {
  /** A wait is over, successful or not. */
  add(waitedMs: number): void;
}
