/** How texts are encoded. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entityPieces } from '../../../src/adapters/mime/entity.ts';
import { joinPieces } from '../../../src/adapters/mime/octet-pieces.ts';
import { writeTextPart } from '../../../src/adapters/mime/text-part.ts';
import { octetsOf } from '../../support/octets-of.ts';

async function write(text: string): Promise<string> {
  return (await octetsOf(joinPieces(entityPieces(writeTextPart('text/plain', text))))).toString();
}

describe('writeTextPart', () => {
  it('leaves short lines of ASCII as they are', async () => {
    assert.equal(
      await write('Hello,\nworld -- \n'),
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nHello,\r\nworld -- \r\n',
    );
  });

  it('writes text with some characters outside ASCII as quoted-printable', async () => {
    assert.match(
      await write('Gr\u00fc\u00dfe aus M\u00fcnchen = M\u00fcnchen\n'),
      /quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe/,
    );
  });

  it('writes text of mostly other characters as base64', async () => {
    assert.match(await write('\u041f\u0440\u0438\u0432\u0435\u0442'), /base64\r\n\r\n0J\/RgNC40LLQtdGC$/);
  });

  it('writes control characters encoded', async () => {
    assert.match(await write('a\0b\u007fc'), /quoted-printable\r\n\r\na=00b=7Fc$/);
  });

  it('makes every line end CRLF', async () => {
    assert.match(await write('a\nb\rc\r\nd'), /\r\n\r\na\r\nb\r\nc\r\nd$/);
  });

  it('breaks long lines', async () => {
    assert.doesNotMatch(await write(`${'x'.repeat(5_000)}\n${'\u00fc'.repeat(5_000)}`), /[^\r\n]{77}/);
  });

  it('makes unpaired surrogates replacement characters', async () => {
    assert.match(await write('high\ud800 and low\udc00'), /\r\nhigh=EF=BF=BD and low=EF=BF=BD$/);
  });
});
