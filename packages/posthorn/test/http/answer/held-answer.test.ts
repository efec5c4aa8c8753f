import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { HeldAnswer } from '../../../src/http/answer/held-answer.ts';

describe('HeldAnswer', () => {
  it('leaves the event loop to others between its pieces', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);

    const answer = await text(new HeldAnswer({ pieces: ['a', 'b', 'c'].values(), heldOctets: 3 }));
    clearImmediate(timer);

    assert.equal(answer, 'abc');
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
