/** Port: how often something may be done. Several processes that share one implementation share the limits. */

/** A bucket that holds `capacity` units and fills up evenly within `periodMs`. */
export interface RateRule {
  readonly capacity: number;
  readonly periodMs: number;
}

/** Buckets by name. Names are digests, and say nothing of who they belong to. */
export interface RateLimits {
  /**
   * Takes the units from the bucket and returns 0; or takes nothing and returns the milliseconds after which there are as many. A bucket
   * that was never used is full.
   */
  take(name: string, rule: RateRule, units: number): number | Promise<number>;

  /** Puts units back that were taken and are not to be counted. A bucket never holds more than its capacity. */
  giveBack(name: string, rule: RateRule, units: number): void | Promise<void>;
}
