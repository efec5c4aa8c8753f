/** Configured values in error messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { showValue } from '../../src/config/show-value.ts';

const CASES: readonly (readonly [value: unknown, expected: string])[] = [
  [undefined, 'nothing'],
  [null, 'null'],
  ['a\u0007"', '"a\\u0007\\""'],
  [993, '993'],
  [false, 'false'],
  [[], 'an empty list'],
  [['tiger'], 'a list'],
  [{ password: 'tiger' }, 'an object'],
  [() => 'tiger', 'a function'],
  [/a/i, '/a/i'],
  ['x'.repeat(100), `"${'x'.repeat(79)}...`],
];

describe('showValue', () => {
  for (const [value, expected] of CASES) {
    it(`shows ${expected}`, () => {
      assert.equal(showValue(value), expected);
    });
  }
});
