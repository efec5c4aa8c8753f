/** Dots that match more than a dot. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasSingleCharacterDot } from '../../src/config/single-character-dot.ts';

const CASES: Readonly<Record<string, boolean>> = {
  '\\@(gmail.)(com)$': true,
  'gmail.com': true,
  'gmail\\\\.com': true,
  '[a].b': true,
  '[\\]].': true,
  '@gmail\\.com$': false,
  '^.*@gmail\\.com$': false,
  '^.+@gmail\\.com$': false,
  '.{2,5}@gmail\\.com': false,
  '[.]com': false,
  '[\\].]com': false,
  '': false,
};

describe('hasSingleCharacterDot', () => {
  for (const [expression, expected] of Object.entries(CASES)) {
    it(`${expected ? 'finds one' : 'finds none'} in ${JSON.stringify(expression)}`, () => {
      assert.equal(hasSingleCharacterDot(expression), expected);
    });
  }
});
