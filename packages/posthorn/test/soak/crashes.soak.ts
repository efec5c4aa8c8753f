/** `npm run soak -- crashes [kills] [sends] [seed]`: the server is killed 200 times while drafts are saved, messages moved and 1,000 mails sent: nothing is lost, nothing doubled. */
import { surviveCrashes } from '../e2e/soaks/crashes.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const [kills = 200, sends = 1_000, seed = testSeed()] = process.argv.slice(2).map(Number);

const startedAt = performance.now();
const { ends, cutAttempts, problems } = await surviveCrashes({
  ...{ kills, sends, random: seededRandom(seed) },
  onProgress: (done) => console.log(`${done} of ${kills} kills`),
});
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`seed ${seed}: ${kills} kills in ${seconds} s, ${cutAttempts} requests cut:`, ends);
console.log(`${problems.length} problems`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
