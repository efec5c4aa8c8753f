/** Sequence sets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatSequenceSet, parseSequenceSet } from '../../../src/imap/wire/sequence-set.ts';

describe('parseSequenceSet', () => {
  it('orders and merges what overlaps or touches', () => {
    assert.deepEqual(parseSequenceSet('7,1:3,2:5,6,9', 20), [
      { from: 1, to: 7 },
      { from: 9, to: 9 },
    ]);
  });

  it('takes a range in both directions', () => {
    assert.deepEqual(parseSequenceSet('4:2', 20), [{ from: 2, to: 4 }]);
  });

  it('takes * for the largest number', () => {
    assert.deepEqual(parseSequenceSet('*,5:*', 9), [{ from: 5, to: 9 }]);
  });

  for (const text of ['0', '1:', ':1', '1,', '01', '4294967296', '1:2:3', '-1']) {
    it(`rejects ${text}`, () => {
      assert.throws(() => parseSequenceSet(text, 9), { status: 'BAD' });
    });
  }
});

describe('formatSequenceSet', () => {
  it('makes ranges of ascending runs and keeps the order', () => {
    assert.equal(formatSequenceSet([3, 4, 2, 1, 5, 6, 7]), '3:4,2,1,5:7');
  });

  it('is empty for no numbers', () => {
    assert.equal(formatSequenceSet([]), '');
  });
});
