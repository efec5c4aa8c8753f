/** How attached files are written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entityPieces } from '../../../src/adapters/mime/entity.ts';
import { writeFilePart } from '../../../src/adapters/mime/file-part.ts';
import { joinPieces } from '../../../src/adapters/mime/octet-pieces.ts';
import type { DraftAttachment } from '../../../src/domain/messages/message-draft.ts';
import { bufferSource } from '../../../src/domain/values/buffer-source.ts';
import { octetsOf } from '../../support/octets-of.ts';
import { file, rawMessage } from './test-composer.ts';

async function write(values: Partial<DraftAttachment>): Promise<string> {
  const part = await writeFilePart(file(values));
  return (await octetsOf(joinPieces(entityPieces(part)))).toString();
}

describe('writeFilePart', () => {
  it('writes a file in base64', async () => {
    assert.equal(
      await write({ content: bufferSource(Buffer.from('abc')) }),
      'Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n' +
        'Content-Disposition: attachment; filename=report.pdf\r\n\r\nYWJj',
    );
  });

  it('writes base64 on lines of 76 characters', async () => {
    const [, body = ''] = (await write({ content: bufferSource(Buffer.alloc(1_000)) })).split('\r\n\r\n');

    assert.deepEqual(
      new Set(
        body
          .split('\r\n')
          .slice(0, -1)
          .map((line) => line.length),
      ),
      new Set([76]),
    );
  });

  it('writes a name outside ASCII by the book', async () => {
    assert.match(await write({ fileName: '\u00fcber.pdf' }), /filename\*0\*=utf-8''%C3%BCber\.pdf\r\n/);
  });

  it('writes a file without name', async () => {
    assert.match(await write({ fileName: '' }), /Content-Disposition: attachment\r\n/);
  });

  it('shows an image with a Content-ID in the text', async () => {
    assert.match(
      await write({ mediaType: 'image/png', contentId: 'logo@example.org' }),
      /Content-Disposition: inline; filename=report.pdf\r\nContent-ID: <logo@example.org>\r\n/,
    );
  });

  it('makes no text part of a text with a Content-ID', async () => {
    assert.match(await write({ mediaType: 'text/html', contentId: 'a' }), /Content-Disposition: attachment;/);
  });

  it('keeps a message that may go as it is readable', async () => {
    const message = rawMessage('Subject: x', '', 'text');

    assert.equal(
      await write({ mediaType: 'message/rfc822', content: bufferSource(message), fileName: 'x.eml' }),
      'Content-Type: message/rfc822\r\nContent-Transfer-Encoding: 7bit\r\n' +
        `Content-Disposition: attachment; filename=x.eml\r\n\r\n${message}`,
    );
  });

  const UNSENDABLE: readonly (readonly [string, Buffer])[] = [
    ['with octets outside ASCII', Buffer.from('Subject: \u00fc\r\n\r\n')],
    ['with LF line ends', Buffer.from('Subject: x\n\n')],
    ['with a lone CR', Buffer.from('Subject: x\ry\r\n\r\n')],
    ['with NUL', Buffer.from('Subject: \0\r\n\r\n')],
    ['with a line of 999 octets', Buffer.from(`Subject: x\r\n\r\n${'x'.repeat(999)}\r\n`)],
  ];
  for (const [description, content] of UNSENDABLE) {
    it(`writes a message ${description} as a file of unknown type`, async () => {
      const part = await write({ mediaType: 'message/rfc822', content: bufferSource(content) });

      assert.match(part, /^Content-Type: application\/octet-stream\r\nContent-Transfer-Encoding: base64/);
      assert.ok(
        part.endsWith(content.toString('base64')) || part.includes(content.toString('base64').slice(0, 76)),
      );
    });
  }

  it('writes a multipart as a file of unknown type', async () => {
    assert.match(
      await write({ mediaType: 'multipart/mixed' }),
      /^Content-Type: application\/octet-stream\r\n/,
    );
  });

  const REFUSED: readonly (readonly [string, Partial<DraftAttachment>])[] = [
    ['a line break in the name', { fileName: 'a\r\nBcc: x@example.org' }],
    ['a tab in the name', { fileName: 'a\tb' }],
    ['NUL in the name', { fileName: 'a\0b' }],
    ['a line separator in the name', { fileName: 'a\u2028b' }],
    ['a C1 control character in the name', { fileName: 'a\u0085b' }],
    ['an unpaired surrogate in the name', { fileName: 'a\udc00b' }],
    ['a name of 10,001 characters', { fileName: 'a'.repeat(10_001) }],
    ['a line break in the type', { mediaType: 'a/b\r\nBcc: x@example.org' }],
    ['a parameter in the type', { mediaType: 'text/plain; name=x' }],
    ['a type without subtype', { mediaType: 'text' }],
    ['an empty type', { mediaType: '' }],
    ['a type outside ASCII', { mediaType: 'text/\u00fc' }],
    ['a line break in the Content-ID', { contentId: 'a\r\nBcc: x@example.org' }],
    ['an angle bracket in the Content-ID', { contentId: 'a>b' }],
    ['an empty Content-ID', { contentId: '' }],
    ['a Content-ID outside ASCII', { contentId: '\u00fc' }],
  ];
  for (const [description, values] of REFUSED) {
    it(`refuses ${description}`, async () => {
      await assert.rejects(write(values), { code: 'invalid-document' });
    });
  }
});
