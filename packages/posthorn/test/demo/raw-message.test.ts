/** Building blocks of raw messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  encodedTextEntity,
  fileEntity,
  multipart,
  plainEntity,
  rawMessage,
  textEntity,
} from '../../src/demo/raw-message.ts';

function lines(...texts: readonly string[]): string {
  return texts.join('\r\n');
}

describe('rawMessage', () => {
  it('writes fields, MIME fields and content with CRLF', () => {
    const raw = rawMessage([['Subject', 'Hi']], plainEntity('text/plain', 'one\ntwo'));

    assert.equal(
      raw.toString(),
      lines(
        'Subject: Hi',
        'MIME-Version: 1.0',
        'Content-Type: text/plain',
        'Content-Transfer-Encoding: 7bit',
        '',
        'one',
        'two',
        '',
      ),
    );
  });
});

describe('textEntity', () => {
  it('writes UTF-8 as quoted-printable', () => {
    assert.deepEqual(textEntity('text/html', '<p>J\u00fcrgen = 1</p>'), {
      fields: [
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Content-Transfer-Encoding', 'quoted-printable'],
      ],
      content: '<p>J=C3=BCrgen =3D 1</p>\r\n',
    });
  });
});

describe('encodedTextEntity', () => {
  it('keeps octets of other charsets', () => {
    const { content } = encodedTextEntity(
      'text/plain; charset=iso-8859-1',
      Buffer.from('Gr\u00fc\u00dfe', 'latin1'),
    );

    assert.equal(content, 'Gr=FC=DFe\r\n');
  });
});

describe('fileEntity', () => {
  const octets = Buffer.from('a'.repeat(60));

  it('writes an attachment in lines of base64', () => {
    assert.deepEqual(fileEntity({ mediaType: 'text/plain', fileName: 'a.txt', octets }), {
      fields: [
        ['Content-Type', 'text/plain; name="a.txt"'],
        ['Content-Transfer-Encoding', 'base64'],
        ['Content-Disposition', 'attachment; filename="a.txt"'],
      ],
      content: lines('YWFh'.repeat(19), 'YWFh', ''),
    });
  });

  it('writes a picture inside of a text, with a name that is not ASCII', () => {
    const entity = fileEntity({
      mediaType: 'image/png',
      fileName: 'Stra\u00dfe.png',
      octets,
      contentId: 'logo@x.test',
    });

    assert.deepEqual(entity.fields, [
      ['Content-Type', "image/png; name*=utf-8''Stra%C3%9Fe.png"],
      ['Content-Transfer-Encoding', 'base64'],
      ['Content-Disposition', "inline; filename*=utf-8''Stra%C3%9Fe.png"],
      ['Content-ID', '<logo@x.test>'],
    ]);
  });
});

describe('multipart', () => {
  it('sets its parts apart with the boundary', () => {
    const part = { fields: [['Content-Type', 'text/plain']], content: 'one\r\n' } as const;

    assert.deepEqual(multipart('mixed', { boundary: 'edge', parts: [part, part] }), {
      fields: [['Content-Type', 'multipart/mixed; boundary="edge"']],
      content: lines(
        '--edge',
        'Content-Type: text/plain',
        '',
        'one',
        '',
        '--edge',
        'Content-Type: text/plain',
        '',
        'one',
        '',
        '--edge--',
        '',
      ),
    });
  });
});
