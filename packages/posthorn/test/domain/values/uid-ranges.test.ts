import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { UidRanges } from '../../../src/domain/values/uid-ranges.ts';

const uids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }));

/** The members one by one. */
function membersOf(ranges: UidRanges): readonly number[] {
  return [...ranges.newest(ranges.size)].reverse();
}

function sorted(numbers: Iterable<number>): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

describe('UidRanges', () => {
  it('has the numbers that it is made of, each once, as few ranges as there are', () => {
    const ranges = UidRanges.of([7, 3, 1, 2, 2, 9, 8]);

    assert.equal(ranges.toText(), '1:3,7:9');
    assert.deepEqual([ranges.size, ranges.first, ranges.has(2), ranges.has(4)], [6, 1, true, false]);
  });

  it('takes ranges in any order, overlapping and descending', () => {
    assert.equal(UidRanges.ofBounds([20, 10, 5, 5, 6, 6, 12, 30]).toText(), '5:6,10:30');
  });

  it('is empty where nothing is named', () => {
    assert.deepEqual(
      [UidRanges.none.toText(), UidRanges.span(5, 4).size, UidRanges.none.first],
      ['', 0, null],
    );
  });

  it('is as small for four billion messages as for one', () => {
    const all = UidRanges.span(1, 4_294_967_295);

    assert.equal(all.minus(UidRanges.of([5])).size, 4_294_967_294);
    assert.deepEqual(all.newest(2), [4_294_967_295, 4_294_967_294]);
  });

  it('adds and takes away as sets do', () => {
    fc.assert(
      fc.property(uids, uids, (one, other) => {
        const [a, b] = [UidRanges.of(one), UidRanges.of(other)];
        assert.deepEqual(membersOf(a.plus(b)), sorted([...one, ...other]));
        assert.deepEqual(membersOf(a.minus(b)), sorted(one.filter((uid) => !other.includes(uid))));
        assert.deepEqual(UidRanges.ofBounds(a.bounds).bounds, a.bounds);
      }),
    );
  });

  it('has what any ranges name', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(60), fc.nat(60))), (pairs) => {
        const named = pairs.flatMap(([one, other]) =>
          Array.from({ length: Math.abs(other - one) + 1 }, (_, index) => Math.min(one, other) + index),
        );

        assert.deepEqual(membersOf(UidRanges.ofBounds(pairs.flat())), sorted(named));
      }),
    );
  });

  it('is cut at a uid', () => {
    fc.assert(
      fc.property(uids, fc.integer({ min: 0, max: 61 }), (members, limit) => {
        const ranges = UidRanges.of(members);
        assert.deepEqual(membersOf(ranges.below(limit)), sorted(members.filter((uid) => uid < limit)));
        assert.deepEqual(membersOf(ranges.from(limit)), sorted(members.filter((uid) => uid >= limit)));
      }),
    );
  });
});
