/** `npm run soak -- loss [changes] [seed] [server …]`: 10,000 changes of mail on all kinds of servers while connections fail: nothing is lost, and what was answered is so. */
import { changeAndCount, LOSS_SERVERS } from '../contracts/soaks/loss.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const [changes = 10_000, seed = testSeed()] = process.argv.slice(2, 4).map(Number);
const names = process.argv.slice(4);
const servers = names.length === 0 ? LOSS_SERVERS : names;

const startedAt = performance.now();
const { statuses, brokenConnections, doneDespiteFailure, problems } = await changeAndCount({
  ...{ changes, servers, random: seededRandom(seed) },
  onProgress: (server, done) => console.log(`${server}: ${done}`),
});
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`seed ${seed}: ${changes} changes at ${servers.length} servers in ${seconds} s:`, statuses);
console.log(
  `${brokenConnections} connections cut or frozen at an octet, ${doneDespiteFailure} changes done although they were answered with a failure`,
);
console.log(`${problems.length} problems`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
