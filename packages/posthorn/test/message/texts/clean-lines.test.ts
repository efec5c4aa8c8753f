import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toCleanLines } from '../../../src/message/texts/clean-lines.ts';

const UNITS = [
  '\r',
  '\n',
  '\t',
  '\u0000',
  '\u007f',
  '\u0085',
  '\u00a0',
  'a',
  '\u0105',
  '\ud83d\ude00',
  '\udc00',
];

describe('toCleanLines', () => {
  it('says what two regular expressions say', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...UNITS), { maxLength: 40 }), (units) => {
        const text = units.join('');
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
        const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

        assert.equal(toCleanLines(text), text.replace(/\r\n?/g, '\n').replace(controls, ''));
      }),
    );
  });

  it('joins the pieces of a long text', () => {
    const line = `${'\u0105'.repeat(99)}\r\n`;

    assert.equal(toCleanLines(line.repeat(1_000)), `${'\u0105'.repeat(99)}\n`.repeat(1_000));
  });
});
