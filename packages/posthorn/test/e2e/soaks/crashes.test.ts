/** A short run of `npm run soak -- crashes`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { surviveCrashes } from './crashes.ts';

describe('A server that is killed while clients write', () => {
  it('loses nothing, and doubles nothing that its clients repeat', async (t) => {
    const { ends, cutAttempts, problems } = await surviveCrashes({
      ...{ kills: 3, sends: 10, random: seededRandom(testSeed()) },
    });

    t.diagnostic(JSON.stringify({ ends, cutAttempts }));
    assert.deepEqual(problems, []);
    assert.ok(cutAttempts > 0, 'no request was cut');
    assert.ok((ends['move: 200'] ?? 0) > 0 && (ends['send: 200'] ?? 0) > 0, JSON.stringify(ends));
  });
});
