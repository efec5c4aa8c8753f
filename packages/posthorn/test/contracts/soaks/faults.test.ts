/** A short run of `npm run soak -- faults`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { failEverywhere } from './faults.ts';

describe('Mail servers that fail in any step', () => {
  it('get their users a right answer in time, and leave nothing behind', async (t) => {
    const { statuses, slowestMs, rests, problems } = await failEverywhere({
      ...{ cycles: 60, servers: 6, random: seededRandom(testSeed()), withSilence: false },
    });

    t.diagnostic(JSON.stringify({ statuses, slowestMs }));
    assert.deepEqual(problems, []);
    const [, { memory, ...held }] = rests;
    assert.deepEqual(
      Object.values(held).filter((count) => count !== 0),
      [],
      JSON.stringify(held),
    );
    assert.ok(memory > 0 && Object.keys(statuses).length > 1, JSON.stringify(statuses));
  });
});
