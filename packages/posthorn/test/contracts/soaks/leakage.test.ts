/** A short run of `npm run soak -- leakage`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { canariesIn } from './canaries.ts';
import { findLeaks } from './leakage.ts';

const REQUESTS = 600;

describe('Many users at once, while clients leave and the mail server fails', () => {
  it('get nothing of the mail of others, and the log has nothing of anybody’s', async (t) => {
    const random = seededRandom(testSeed());

    const { ends, withOwnCanaries, foreign, logLines } = await findLeaks({
      requests: REQUESTS,
      users: 5,
      random,
    });

    t.diagnostic(JSON.stringify(ends));
    assert.deepEqual([foreign, logLines], [[], []]);
    assert.ok(withOwnCanaries > REQUESTS / 4, `only ${withOwnCanaries} answers had canaries of their users`);
    assert.ok((ends.left ?? 0) > REQUESTS / 20, `only ${ends.left} clients left`);
  });
});

describe('The search for canaries', () => {
  for (const [how, text] of [
    ['as they are', 'of canary017subject!'],
    ['in other case', 'Canary017Subject'],
    ['in base64 that begins anywhere', `x${btoa('ab canary017subject')}`],
    ['in base64 for addresses', Buffer.from('????canary017subject????').toString('base64url')],
  ] as const) {
    it(`finds them ${how}`, () => {
      assert.deepEqual([...canariesIn(text)], ['canary017subject']);
    });
  }
});
