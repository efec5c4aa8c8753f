/** Wildcards of LIST. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesPattern } from '../../src/mailbox/mailbox-pattern.ts';

const matches = (pattern: string, name: string) => matchesPattern({ pattern, name, delimiter: '/' });

describe('matchesPattern', () => {
  const cases: readonly (readonly [pattern: string, name: string, isMatch: boolean])[] = [
    ['*', 'a/b', true],
    ['%', 'a', true],
    ['%', 'a/b', false],
    ['%/%', 'a/b', true],
    ['a*c', 'ac', true],
    ['a*c', 'a/b/c', true],
    ['a%c', 'a/c', false],
    ['%*', 'a/b', true],
    ['a', 'ab', false],
    ['ab', 'a', false],
    ['', '', true],
    ['*😀%', 'x😀y', true],
    ['.', 'a', false],
  ];
  for (const [pattern, name, isMatch] of cases) {
    it(`${pattern} ${isMatch ? 'matches' : 'does not match'} ${name}`, () => {
      assert.equal(matches(pattern, name), isMatch);
    });
  }

  it('matches nothing when it is longer than any name', () => {
    assert.equal(matches('*'.repeat(2000), 'a'), false);
  });

  it('takes no exponential time', () => {
    const start = performance.now();
    assert.equal(matches('*a'.repeat(400), 'a'.repeat(399)), false);
    assert.ok(performance.now() - start < 1000);
  });
});
