/** The flag `x` of regular expressions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripExtendedSyntax } from '../../src/config/extended-syntax.ts';

const CASES: Readonly<Record<string, readonly [expression: string, expected: string]>> = {
  'removes white space': [' a\tb\n c ', 'abc'],
  'removes comments to the end of the line': ['a # first\nb # last', 'ab'],
  'keeps white space after a backslash': ['a\\ b', 'a\\ b'],
  'keeps a number sign after a backslash': ['a\\#b', 'a\\#b'],
  'keeps both in a character class': ['[ #] x', '[ #]x'],
  'ends a character class at its bracket': ['[a\\]] b', '[a\\]]b'],
  'keeps a backslash at the end': ['a \\', 'a\\'],
};

describe('stripExtendedSyntax', () => {
  for (const [what, [expression, expected]] of Object.entries(CASES)) {
    it(what, () => {
      assert.equal(stripExtendedSyntax(expression), expected);
    });
  }
});
