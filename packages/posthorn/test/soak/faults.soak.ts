/** `npm run soak -- faults [cycles] [servers] [seed]`: 10,000 failures of mail servers in every step of IMAP and SMTP: each request is answered in time and rightly, and nothing stays behind. */
import { failEverywhere } from '../contracts/soaks/faults.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const [cycles = 10_000, servers = 24, seed = testSeed()] = process.argv.slice(2).map(Number);
const MAX_GROWTH_OCTETS = 16 * 1024 * 1024;

const startedAt = performance.now();
const { statuses, slowestMs, rests, problems } = await failEverywhere({
  ...{ cycles, servers, random: seededRandom(seed) },
  onProgress: (done) => console.log(`${done} of ${cycles}`),
});
const seconds = Math.round((performance.now() - startedAt) / 1000);
const [first, last] = rests;
console.log(`seed ${seed}: ${cycles} cycles at ${servers} servers in ${seconds} s:`, statuses);
console.log(
  `slowest answers: reading ${Math.round(slowestMs.reading)} ms, changing ${Math.round(slowestMs.changing)} ms`,
);
console.log('at rest after half of it:', first);
console.log('at rest afterwards:', last);
console.log(`${problems.length} problems`);
for (const problem of problems) console.error(problem);
const { memory, ...held } = last;
const isAtRest = Object.values(held).every((count) => count === 0);
if (problems.length > 0 || !isAtRest || memory - first.memory > MAX_GROWTH_OCTETS) process.exitCode = 1;
