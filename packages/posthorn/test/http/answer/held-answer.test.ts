import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { HeldAnswer } from '../../../src/http/answer/held-answer.ts';
import { countTurns } from '../../support/turns.ts';

describe('HeldAnswer', () => {
  it('leaves the event loop to others between its pieces', async () => {
    const { result, turns } = await countTurns(() =>
      text(new HeldAnswer({ pieces: ['a', 'b', 'c'].values(), heldOctets: 3 })),
    );

    assert.equal(result, 'abc');
    assert.ok(turns >= 3, `${turns} turns`);
  });

  it('ends with the failure of its pieces', async () => {
    const pieces = (function* () {
      yield 'a';
      throw new Error('broken');
    })();

    await assert.rejects(text(new HeldAnswer({ pieces, heldOctets: 1 })), /broken/);
  });
});
