/** A short run of `npm run soak -- loss`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { changeAndCount } from './loss.ts';

const CHANGES = 60;

describe('Changes through the API while connections to mail servers fail', () => {
  it('lose no message, touch no foreign one, and are what the API said', async (t) => {
    const { problems, ...numbers } = await changeAndCount({
      ...{ changes: CHANGES, servers: ['dovecot', 'sandbox', 'without-move'] },
      ...{ random: seededRandom(testSeed()), withSilence: false },
    });

    t.diagnostic(JSON.stringify(numbers));
    assert.deepEqual(problems, []);
    assert.ok(numbers.brokenConnections > CHANGES / 10, `only ${numbers.brokenConnections} were broken`);
  });
});
