import type { RateLimits, RateRule } from '../../application/ports/state/rate-limits.ts';

interface Bucket {
  readonly units: number;
  readonly at: number;
}

/** 200 octets each. The least recently used one becomes full again. */
const MAX_BUCKETS = 50_000;

/** `now`: epoch milliseconds. */
export function createTokenBuckets(now: () => number, maxBuckets = MAX_BUCKETS): RateLimits {
  const buckets = new Map<string, Bucket>();
  const unitsIn = (name: string, { capacity, periodMs }: RateRule): number => {
    const bucket = buckets.get(name);
    if (bucket === undefined) return capacity;
    // The clock may be set back.
    const elapsed = Math.max(0, now() - bucket.at);
    return Math.min(capacity, bucket.units + (elapsed * capacity) / periodMs);
  };
  const write = (name: string, rule: RateRule, units: number): void => {
    buckets.delete(name);
    if (units >= rule.capacity) return;
    buckets.set(name, { units, at: now() });
    const [oldest] = buckets.keys();
    if (buckets.size > maxBuckets && oldest !== undefined) buckets.delete(oldest);
  };
  return {
    async take({ name, rule, units }) {
      const available = unitsIn(name, rule);
      if (available >= units) {
        write(name, rule, available - units);
        return 0;
      }
      return Math.ceil(((units - available) * rule.periodMs) / rule.capacity);
    },
    async giveBack({ name, rule, units }) {
      write(name, rule, unitsIn(name, rule) + units);
    },
  };
}
