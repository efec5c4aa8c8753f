/** `npm run soak -- cluster [faults] [seed]`: three nodes and their PostgreSQL are killed, frozen and restarted 1,000 times while 50 accounts are at work: nothing is lost, nothing doubled. */
import { surviveClusterFaults } from '../e2e/soaks/cluster/cluster-soak.ts';
import { testSeed } from '../support/seeded-random.ts';

const [faults = 1_000, seed = testSeed()] = process.argv.slice(2).map(Number);

console.log(`seed ${seed}`);
const startedAt = performance.now();
const { problems, ...report } = await surviveClusterFaults({
  ...{ faults, seed },
  onProgress: (text) => console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${text}`),
});
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`seed ${seed}: ${faults} faults in ${seconds} s`, report);
console.log(`${problems.length} problems`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
