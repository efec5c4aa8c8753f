/** The transfer encoding for text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toQuotedPrintable } from '../../src/demo/quoted-printable.ts';

const CASES: Readonly<Record<string, readonly [text: string, expected: string]>> = {
  'plain text': ['Hi there', 'Hi there'],
  'an equals sign': ['1=1', '1=3D1'],
  'white space at the end of a line': ['a \nb\t', 'a=20\r\nb=09'],
  'line breaks of both kinds': ['a\r\nb\nc', 'a\r\nb\r\nc'],
  'a line of 75 characters': ['a'.repeat(75), 'a'.repeat(75)],
  'a line of 76 characters': ['a'.repeat(76), `${'a'.repeat(75)}=\r\na`],
  'an octet at the edge of a line': [`${'a'.repeat(74)}\u00fc`, `${'a'.repeat(74)}=\r\n=FC`],
};

describe('toQuotedPrintable', () => {
  for (const [what, [text, expected]] of Object.entries(CASES)) {
    it(`writes ${what}`, () => {
      assert.equal(toQuotedPrintable(Buffer.from(text, 'latin1')), expected);
    });
  }
});
