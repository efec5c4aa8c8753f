/** `npm run soak -- slow-readers [minutes] [slow readers] [active users]`: 2,000 clients that read an octet a second or nothing, and 200 users who get all that they ask for, for 10 minutes. */
import { serveBesideSlowReaders } from '../e2e/soaks/slow-readers.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const [minutes = 10, slowReaders = 2_000, activeUsers = 200] = process.argv.slice(2).map(Number);
const MAX_GROWTH_OCTETS = 32 * 1024 * 1024;

const { statuses, p99Ms, slowRequests, connected, memory } = await serveBesideSlowReaders({
  ...{ slowReaders, activeUsers, seconds: minutes * 60, random: seededRandom(testSeed()) },
  onProgress: (line) => console.log(line),
});
const { 200: answered = 0, ...others } = statuses;
// The first quarter fills caches.
const grown =
  mean(memory.slice(-memory.length / 4)) - mean(memory.slice(memory.length / 4, memory.length / 2));
console.log(
  `${minutes} minutes: ${connected} of ${slowReaders} slow readers at the end, ${slowRequests} slow requests`,
);
console.log(`${activeUsers} users: ${answered} answers, p99 ${Math.round(p99Ms)} ms, others:`, others);
console.log(`memory of the last quarter beyond that of the second: ${(grown / 2 ** 20).toFixed(1)} MiB`);
if (Object.keys(others).length > 0 || grown > MAX_GROWTH_OCTETS) process.exitCode = 1;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
