/** How long refusals take: the same, whether a mail server was asked or not. */

/** Measures one refusal. */
export interface Stopwatch {
  /** A mail server has refused: notes how long it took, and returns how much longer the refusal has to take. */
  measure(): number;
  /** How much longer a refusal has to take for which no mail server was asked. */
  untilUsual(): number;
}

/** How long recent refusals of mail servers took. */
export interface RefusalTimes {
  start(): Stopwatch;
}

const MAX_SAMPLES = 64;
/**
 * How long each refusal takes that has begun before the first one was measured: longer than most mail servers need, so that the first
 * requests after a start do not show whether one was asked.
 */
const FIRST_REFUSAL_MS = 3_000;

/** Times of which none is known. */
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
