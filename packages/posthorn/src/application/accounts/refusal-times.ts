/** Refusals must take equally long with and without a mail server. */

/** Times one refusal. */
export interface Stopwatch {
  /** Records a mail server's refusal; returns the milliseconds to wait. */
  measure(): number;
  /** The milliseconds to wait without a mail server. */
  untilUsual(): number;
}

/** Durations of mail servers' recent refusals. */
export interface RefusalTimes {
  start(): Stopwatch;
}

const MAX_SAMPLES = 64;
/** Above most servers' times: early requests must not reveal whether one was asked. */
const FIRST_REFUSAL_MS = 3_000;
/** Else hundreds would be answered at once. */
const FIRST_SPREAD_MS = 1_000;

/** An empty record. `random`: at least 0, below 1. */
export function createRefusalTimes(now: () => number, random: () => number): RefusalTimes {
  const samples: number[] = [];
  return {
    start() {
      const startedAt = now();
      const usualMs = samples[Math.floor(random() * samples.length)] ?? null;
      const firstMs = FIRST_REFUSAL_MS + random() * FIRST_SPREAD_MS;
      return {
        measure() {
          const tookMs = now() - startedAt;
          samples.push(tookMs);
          if (samples.length > MAX_SAMPLES) samples.shift();
          return usualMs === null ? firstMs - tookMs : 0;
        },
        untilUsual: () => (usualMs ?? firstMs) - (now() - startedAt),
      };
    },
  };
}
