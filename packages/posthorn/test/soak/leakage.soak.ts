/** `npm run soak -- leakage [requests] [users] [seed]`: 100,000 requests of 50 users while the mail server fails, and nobody gets anything of another's mail. */
import { findLeaks } from '../contracts/soaks/leakage.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const [requests = 100_000, users = 50, seed = testSeed()] = process.argv.slice(2).map(Number);

const startedAt = performance.now();
const { ends, withOwnCanaries, foreign, logLines } = await findLeaks({
  ...{ requests, users, random: seededRandom(seed) },
  onProgress: (done) => console.log(`${done} of ${requests}, ${seconds()} s`),
});
console.log(`seed ${seed}: ${requests} requests of ${users} users in ${seconds()} s:`, ends);
console.log(
  `${withOwnCanaries} answers with canaries of their users, ${foreign.length} with those of others`,
);
console.log(`${logLines.length} lines of the log with canaries`);
for (const finding of [...foreign, ...logLines]) console.error(finding);
if (foreign.length + logLines.length > 0 || withOwnCanaries < requests / 4) process.exitCode = 1;

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1000);
}
