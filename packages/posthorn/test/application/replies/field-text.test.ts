/** Texts of strangers on one line. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutText, fitFieldText } from '../../../src/application/replies/field-text.ts';

const CASES: readonly (readonly [description: string, text: string, fitted: string])[] = [
  ['leaves plain text as it is', 'Gr\u00fc\u00dfe', 'Gr\u00fc\u00dfe'],
  ['makes one space of line breaks and blanks', ' a\r\n\t b\u2028c\u0085d ', 'a b c d'],
  ['removes control characters', 'a\0b\u007fc\u009fd', 'abcd'],
  ['replaces half characters', 'a\ud800b', 'a\ufffdb'],
  ['ends after twelve characters', '0123456789abcd', '0123456789ab'],
];

describe('fitFieldText', () => {
  for (const [description, text, fitted] of CASES) {
    it(description, () => {
      assert.equal(fitFieldText(text, 12), fitted);
    });
  }
});

describe('cutText', () => {
  it('parts no character', () => {
    assert.equal(cutText('ab\u{1f600}', 3), 'ab');
  });

  it('leaves a text that fits', () => {
    assert.equal(cutText('ab\u{1f600}', 4), 'ab\u{1f600}');
  });
});
