/** How much other processes slow this one down, compared with its best time. */

const ITERATIONS = 3_000_000;

let bestMs = Number.POSITIVE_INFINITY;
let sum = 0;

/** 1 at best. */
export function processorSlowdown(): number {
  const start = process.cpuUsage();
  for (let index = 0; index < ITERATIONS; index += 1) sum = (Math.imul(sum, 31) + index) | 0;
  const { user, system } = process.cpuUsage(start);
  const now = (user + system) / 1000;
  bestMs = Math.min(bestMs, now);
  return now / bestMs;
}
