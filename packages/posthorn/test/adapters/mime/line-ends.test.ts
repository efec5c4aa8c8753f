/** Line ends of what goes out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toCrlf, toCrlfField } from '../../../src/adapters/mime/line-ends.ts';

const CASES: readonly (readonly [description: string, input: string, output: string])[] = [
  ['keeps CRLF', 'a\r\nb\r\n', 'a\r\nb\r\n'],
  ['completes a lone LF', 'a\nb', 'a\r\nb'],
  ['completes a lone CR', 'a\rb', 'a\r\nb'],
  ['completes a CR at the end', 'a\r', 'a\r\n'],
  ['completes an LF at the beginning', '\na', '\r\na'],
  ['makes two line ends of LF CR', 'a\n\rb', 'a\r\n\r\nb'],
  ['makes two line ends of CR CRLF', 'a\r\r\nb', 'a\r\n\r\nb'],
  ['leaves no end of data with LF', 'a\n.\nb', 'a\r\n.\r\nb'],
  ['leaves no end of data with CR', 'a\r.\rb', 'a\r\n.\r\nb'],
];

describe('toCrlf', () => {
  for (const [description, input, output] of CASES) {
    it(description, () => {
      assert.equal(Buffer.from(toCrlf(Buffer.from(input))).toString(), output);
    });
  }

  it('leaves no lone CR or LF, and no other octet changed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\r', '\n', 'a', '.') }), (text) => {
        const result = Buffer.from(toCrlf(Buffer.from(text))).toString();
        assert.doesNotMatch(result, /\r(?!\n)|(?<!\r)\n/);
        assert.equal(result.replaceAll('\r\n', ''), text.replaceAll(/[\r\n]/g, ''));
      }),
    );
  });
});

describe('toCrlfField', () => {
  it('begins no new field at a lone CR', () => {
    const field = toCrlfField(Buffer.from('Subject: a\rBcc: x@example.org\n'));

    assert.equal(Buffer.from(field).toString(), 'Subject: a Bcc: x@example.org\r\n');
  });

  it('ends no header at CR CRLF', () => {
    assert.equal(Buffer.from(toCrlfField(Buffer.from('Subject: a\r\r\n'))).toString(), 'Subject: a \r\n');
  });
});
