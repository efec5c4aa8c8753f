/** Refusals take equally long with or without a mail server. */

/** Times one refusal. */
export interface Stopwatch {
  /** Records a mail server's refusal; returns the milliseconds still to wait. */
  measure(): number;
  /** Returns the milliseconds to wait without a mail server. */
  untilUsual(): number;
}

/** Durations of the mail servers' recent refusals. */
export interface RefusalTimes {
  start(): Stopwatch;
}

const MAX_SAMPLES = 64;
/** Longer than most servers need: early requests must not reveal whether a server was involved. */
const FIRST_REFUSAL_MS = 3_000;

/** Creates an empty record. */
export function createRefusalTimes(now: () => number): RefusalTimes {
  const samples: number[] = [];
  return {
    start() {
      const startedAt = now();
      const usualMs = samples[Math.floor(Math.random() * samples.length)] ?? null;
      return {
        measure() {
          const tookMs = now() - startedAt;
          samples.push(tookMs);
          if (samples.length > MAX_SAMPLES) samples.shift();
          return usualMs === null ? FIRST_REFUSAL_MS - tookMs : 0;
        },
        untilUsual: () => (usualMs ?? FIRST_REFUSAL_MS) - (now() - startedAt),
      };
    },
  };
}
