import type { PortMethods } from './port-methods.ts';

/** A bucket, refilled evenly within `periodMs`. */
export interface RateRule {
  readonly capacity: number;
  readonly periodMs: number;
}

/** One bucket's units. */
export interface RateCharge {
  readonly name: string;
  readonly rule: RateRule;
  readonly units: number;
}

/** Buckets shared by all processes, named by digests. */
export interface RateLimits {
  /** Returns 0, or takes nothing and returns the milliseconds until it could. New buckets are full. */
  take(charge: RateCharge): Promise<number>;

  /** Up to the capacity. */
  giveBack(charge: RateCharge): Promise<void>;
}

export const RATE_LIMITS: PortMethods<RateLimits> = { take: true, giveBack: true };
