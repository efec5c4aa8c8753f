/** A short run of `npm run soak -- slow-readers`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { serveBesideSlowReaders } from './slow-readers.ts';

describe('Users beside clients that hardly read', () => {
  it('get all that they ask for', async (t) => {
    const { statuses, connected, memory, ...numbers } = await serveBesideSlowReaders({
      ...{ slowReaders: 60, activeUsers: 8, seconds: 6, random: seededRandom(testSeed()) },
    });

    t.diagnostic(JSON.stringify({ statuses, ...numbers }));
    assert.deepEqual(Object.keys(statuses), ['200']);
    assert.ok(connected > 30, `only ${connected} slow readers`);
    assert.ok(memory.length > 0, 'no memory was measured');
  });
});
