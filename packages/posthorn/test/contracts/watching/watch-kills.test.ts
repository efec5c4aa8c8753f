/** kill -9 of a process that watches several accounts, while others change them: their events stay the truth. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { surviveWatcherKills } from './many-watched.ts';

const KILLS = 6;
const ACCOUNTS = 4;

describe('Killed watchers', () => {
  for (const server of ['dovecot', 'sandbox', 'minimal'])
    it(`leave the truth at ${server}`, { timeout: 400_000 }, async () => {
      const { lives } = await surviveWatcherKills({
        ...{ server, kills: KILLS, accounts: ACCOUNTS, random: seededRandom(testSeed()) },
        endsAt: Number.POSITIVE_INFINITY,
      });

      assert.equal(lives, KILLS);
    });
});
