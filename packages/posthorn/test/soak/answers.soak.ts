/**
 * `npm run soak -- answers [requests] [seed] [server …]`: 2,000 answers of a server that has been asked many things before are those of a server
 * that has been asked nothing, before each kind of mail server.
 */
import { compareKeptAnswers } from '../contracts/soaks/kept-answers.ts';
import { READ_SERVERS, READER } from '../contracts/soaks/read-servers.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const [requests = 2_000, seed = testSeed()] = process.argv.slice(2, 4).map(Number);
const names = process.argv.length > 4 ? process.argv.slice(4) : Object.keys(READ_SERVERS);

for (const name of names) {
  const server = await READ_SERVERS[name]?.();
  if (server === undefined) throw new Error(`Name any of: ${Object.keys(READ_SERVERS).join(', ')}.`);
  const { statuses, differences } = await compareKeptAnswers({
    ...{ server, user: READER, requests, random: seededRandom(seed) },
    onProgress: (done) => console.log(`${name}: ${done} of ${requests}`),
  }).finally(() => server.stop());
  console.log(`${name}, seed ${seed}: ${differences.length} differences in ${requests} answers`, statuses);
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) process.exitCode = 1;
}
