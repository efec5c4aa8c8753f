/** Port: how long requests wait until they have what they need. */

export interface WaitMeter {
  /** A wait is over, successful or not. */
  add(waitedMs: number): void;
}
