import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NumberSet } from '../../src/wire/number-set.ts';

function setOf(...ranges: readonly number[]): NumberSet {
  return new NumberSet(Uint32Array.from(ranges));
}

describe('NumberSet', () => {
  it('counts its numbers without naming them', () => {
    assert.equal(setOf().size, 0);
    assert.equal(setOf(5, 5).size, 1);
    assert.equal(setOf(1, 3, 9, 7).size, 6);
    assert.equal(setOf(0, 0xffff_ffff).size, 2 ** 32);
    assert.equal(setOf(1, 2, 1, 2).size, 4);
  });

  it('names its numbers in the order of the set', () => {
    assert.deepEqual(setOf(1, 3, 9, 7, 5, 5).toNumbers(100), Uint32Array.of(1, 2, 3, 9, 8, 7, 5));
    assert.deepEqual(setOf(1, 0).toNumbers(2), Uint32Array.of(1, 0));
    assert.deepEqual(setOf(0xffff_fffe, 0xffff_ffff).toNumbers(2), Uint32Array.of(0xffff_fffe, 0xffff_ffff));
  });

  it('names no more of them than it is allowed to', () => {
    assert.equal(setOf(1, 3).toNumbers(3)?.length, 3);
    assert.equal(setOf(1, 4).toNumbers(3), undefined);
    assert.equal(setOf(1, 0xffff_ffff).toNumbers(1000), undefined);
  });
});
