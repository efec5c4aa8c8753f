/** `npm run soak -- watchers [kills] [accounts] [minutes]`: kill -9 of a process that watches many accounts while they change, and their events stay the truth. */
import { surviveWatcherKills } from '../contracts/watching/many-watched.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const [kills = 1_000, accounts = 100, minutes = 60] = process.argv.slice(2).map(Number);

const { events, lives } = await surviveWatcherKills({
  ...{ kills, accounts, random: seededRandom(testSeed()) },
  endsAt: performance.now() + minutes * 60_000,
});
console.log(
  `${accounts} accounts: ${lives} ends of their process, ${events} events, none lost and none twice`,
);
