import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromSequenceSet, toSequenceSets } from '../../../src/adapters/imap/sequence-set.ts';

describe('toSequenceSets', () => {
  it('joins neighbours to ranges, whatever the order of the uids', () => {
    assert.deepEqual(toSequenceSets([7, 3, 1, 2, 9]), ['1:3,7,9']);
  });

  it('gives no set for no uids', () => {
    assert.deepEqual(toSequenceSets([]), []);
  });

  it('splits what is too long for one command line', () => {
    const even = Array.from({ length: 5_000 }, (_, index) => index * 2 + 100_000);

    const sets = toSequenceSets(even);

    assert.ok(sets.length > 1 && sets.every((set) => set.length <= 8_000));
    assert.deepEqual(sets.flatMap(fromSequenceSet), even);
  });
});

describe('fromSequenceSet', () => {
  it('keeps the order in which the set names the uids', () => {
    assert.deepEqual(fromSequenceSet('6,3,1:2,9:7'), [6, 3, 1, 2, 9, 8, 7]);
  });

  it('gives nothing for what is no set of uids', () => {
    assert.deepEqual(['', '*', '1:*', '0', 'x'].map(fromSequenceSet), [[], [], [], [], []]);
  });

  it('gives nothing for a range that no mailbox can hold', () => {
    assert.deepEqual(fromSequenceSet('1:4294967295'), []);
  });
});
