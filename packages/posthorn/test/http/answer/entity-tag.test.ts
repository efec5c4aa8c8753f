import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTagListed, strongEntityTag, weakEntityTag } from '../../../src/http/answer/entity-tag.ts';

describe('weakEntityTag', () => {
  it('is weak, and the same for the same values', () => {
    assert.match(weakEntityTag('a', 'b'), /^W\/"[A-Za-z0-9_-]{22}"$/);
    assert.equal(weakEntityTag('a', Buffer.from('b')), weakEntityTag('a', 'b'));
  });

  it('differs where the values are cut differently', () => {
    assert.notEqual(weakEntityTag('ab', 'c'), weakEntityTag('a', 'bc'));
  });
});

describe('strongEntityTag', () => {
  it('is the weak one without its mark', () => {
    assert.equal(`W/${strongEntityTag('a')}`, weakEntityTag('a'));
  });
});

describe('isTagListed', () => {
  const LISTED: readonly (readonly [string | undefined, boolean])[] = [
    [undefined, false],
    ['', false],
    ['*', true],
    [' * ', true],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['"b","a","c"', true],
    ['"b"', false],
    ['a', false],
    ['"b, a"', false],
  ];
  for (const [header, isListed] of LISTED) {
    it(`is ${isListed} for ${header}`, () => {
      assert.deepEqual([isTagListed(header, 'W/"a"'), isTagListed(header, '"a"')], [isListed, isListed]);
    });
  }
});
