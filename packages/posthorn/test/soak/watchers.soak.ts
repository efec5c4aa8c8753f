/**
 * `npm run soak -- watchers [kills] [accounts] [minutes] [server]`: kill -9 of a process that watches many accounts while they change, and
 * their events stay the truth. The server is `sandbox`, `dovecot`, or the name of a provider.
 */
import { surviveWatcherKills, WATCHED_SERVERS } from '../contracts/watching/many-watched.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const [kills = 1_000, accounts = 100, minutes = 60] = process.argv.slice(2, 5).map(Number);
const [server = 'sandbox'] = process.argv.slice(5);
if (!WATCHED_SERVERS.some((name) => name === server))
  throw new Error(`Name one of: ${WATCHED_SERVERS.join(', ')}`);

const { events, lives } = await surviveWatcherKills({
  ...{ server, kills, accounts, random: seededRandom(testSeed()) },
  endsAt: performance.now() + minutes * 60_000,
});
console.log(
  `${accounts} accounts at ${server}: ${lives} ends of their process, ${events} events, none lost and none twice`,
);
