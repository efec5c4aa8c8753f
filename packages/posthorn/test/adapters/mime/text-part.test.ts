/** How texts are encoded. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeTextPart } from '../../../src/adapters/mime/text-part.ts';

function write(text: string): string {
  const { header, content } = writeTextPart('text/plain', text);
  return Buffer.concat([header, ...content]).toString();
}

describe('writeTextPart', () => {
  it('leaves short lines of ASCII as they are', () => {
    assert.equal(
      write('Hello,\nworld -- \n'),
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nHello,\r\nworld -- \r\n',
    );
  });

  it('writes text with some characters outside ASCII as quoted-printable', () => {
    assert.match(
      write('Gr\u00fc\u00dfe aus M\u00fcnchen = M\u00fcnchen\n'),
      /quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe/,
    );
  });

  it('writes text of mostly other characters as base64', () => {
    assert.match(write('\u041f\u0440\u0438\u0432\u0435\u0442'), /base64\r\n\r\n0J\/RgNC40LLQtdGC$/);
  });

  it('writes control characters encoded', () => {
    assert.match(write('a\0b\u007fc'), /quoted-printable\r\n\r\na=00b=7Fc$/);
  });

  it('makes every line end CRLF', () => {
    assert.match(write('a\nb\rc\r\nd'), /\r\n\r\na\r\nb\r\nc\r\nd$/);
  });

  it('breaks long lines', () => {
    assert.doesNotMatch(write(`${'x'.repeat(5_000)}\n${'\u00fc'.repeat(5_000)}`), /[^\r\n]{77}/);
  });

  it('makes unpaired surrogates replacement characters', () => {
    assert.match(write('high\ud800 and low\udc00'), /\r\nhigh=EF=BF=BD and low=EF=BF=BD$/);
  });
});
