import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesWildcard } from '../../../src/http/cors/wildcard.ts';
import { cpuMs } from '../../support/cpu-time.ts';

const MATCHES: readonly (readonly [string, string, boolean])[] = [
  ['*', '', true],
  ['*', 'a/b?c', true],
  ['api/*', 'api/v1/x', true],
  ['api/*', 'api', false],
  ['api/*', 'my-api/v1', false],
  ['api', 'api', true],
  ['api', 'api/', false],
  ['*.org', 'a.org', true],
  ['*.org', 'a.org.evil', false],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*a*b*', 'xxaxxbxx', true],
  ['*b*a*', 'ab', false],
  ['a*b*b', 'ab', false],
  ['a.c', 'abc', false],
  ['**', 'x', true],
];

describe('matchesWildcard', () => {
  for (const [pattern, text, expected] of MATCHES) {
    it(`${expected ? 'takes' : 'refuses'} "${text}" for "${pattern}"`, () => {
      assert.equal(matchesWildcard(pattern, text), expected);
    });
  }

  it('is quick with many asterisks and a text that nearly matches', () => {
    const start = cpuMs();

    const isMatch = matchesWildcard(`${'*a'.repeat(1_000)}*b`, 'a'.repeat(16_000));

    assert.deepEqual([isMatch, cpuMs() - start < 500], [false, true]);
  });
});
