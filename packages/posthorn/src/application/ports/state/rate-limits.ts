/** Port: how often something may be done. Several processes that share one implementation share the limits. */

/** A bucket that holds `capacity` units and fills up evenly within `periodMs`. */
export interface RateRule {
  readonly capacity: number;
  readonly periodMs: number;
}

/** A number of units of one bucket. */
export interface RateCharge {
  readonly name: string;
  readonly rule: RateRule;
  readonly units: number;
}

/** Buckets by name. Names are digests, which do not reveal their owners. */
export interface RateLimits {
  /**
   * Takes the units from the bucket and returns 0. When it holds too few, takes nothing and returns the milliseconds until it holds
   * enough. A bucket that was never used is full.
   */
  take(charge: RateCharge): number | Promise<number>;

  /** Puts units back that were taken and are not to be counted. A bucket never holds more than its capacity. */
  giveBack(charge: RateCharge): void | Promise<void>;
}
