import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BodyPart } from '../../../src/domain/messages/body-structure.ts';
import { decodePartText } from '../../../src/message/texts/part-text.ts';
import { bodyPart } from '../body-part.ts';

function decode(octets: string, part: Partial<BodyPart> = {}): string {
  return decodePartText(Buffer.from(octets, 'latin1'), bodyPart(part));
}

const HTML: Partial<BodyPart> = { mediaType: 'text/html' };

describe('decodePartText', () => {
  it('undoes the transfer encoding and the charset', () => {
    const part = { encoding: 'quoted-printable', parameters: new Map([['charset', 'iso-8859-2']]) };

    assert.equal(decode('=B1=\r\n=E6', part), '\u0105\u0107');
  });

  it('reads text without a charset as UTF-8, else as windows-1252', () => {
    assert.equal(decode('\xc3\xbc'), '\u00fc');
    assert.equal(decode('\xfc'), '\u00fc');
  });

  it('gives line ends as LF', () => {
    assert.equal(decode('a\r\nb\nc\rd'), 'a\nb\nc\nd');
  });

  it('removes control characters but TAB and LF', () => {
    assert.equal(decode('a\x00b\x1b[0m\tc\x7f\r\n\xc2\x85', {}), 'ab[0m\tc\n');
  });

  it('joins the lines of flowed text', () => {
    assert.equal(decode('one \r\ntwo', { parameters: new Map([['format', 'Flowed']]) }), 'one two');
  });

  it('joins the lines of flowed text without their spaces when DelSp is set', () => {
    const parameters = new Map([
      ['format', 'flowed'],
      ['delsp', 'YES'],
    ]);

    assert.equal(decode('one \r\ntwo', { parameters }), 'onetwo');
  });

  it('keeps the lines of fixed text and of HTML', () => {
    assert.equal(decode('one \r\ntwo'), 'one \ntwo');
    assert.equal(
      decode('one \r\ntwo', { ...HTML, parameters: new Map([['format', 'flowed']]) }),
      'one \ntwo',
    );
  });

  it('finds the charset of HTML in its meta element', () => {
    assert.equal(decode('<meta charset="koi8-r">\xf0', HTML), '<meta charset="koi8-r">\u041f');
  });

  it('finds the charset of HTML in the older form of the meta element', () => {
    const meta = '<META http-equiv=Content-Type content="text/html; charset=windows-1251">';

    assert.equal(decode(`${meta}\xcf`, HTML), `${meta}\u041f`);
  });

  it('looks for the meta element where the charset is the US-ASCII of a server', () => {
    const part = { ...HTML, parameters: new Map([['charset', 'us-ascii']]) };

    assert.equal(decode('<meta charset=koi8-r>\xf0', part), '<meta charset=koi8-r>\u041f');
  });

  it('prefers the charset of the Content-Type to the meta element', () => {
    const part = { ...HTML, parameters: new Map([['charset', 'utf-8']]) };

    assert.equal(decode('<meta charset=koi8-r>\xc3\xbc', part), '<meta charset=koi8-r>\u00fc');
  });

  it('prefers a byte order mark to the meta element', () => {
    assert.equal(decode('\xef\xbb\xbf<meta charset=koi8-r>\xc3\xbc', HTML), '<meta charset=koi8-r>\u00fc');
  });

  it('takes UTF-16 and UTF-7 in a meta element for UTF-8', () => {
    assert.equal(decode('<meta charset=utf-16>\xc3\xbc', HTML), '<meta charset=utf-16>\u00fc');
    assert.equal(decode('<meta charset=utf-7>+ADw-', HTML), '<meta charset=utf-7>+ADw-');
  });

  it('ignores a meta element behind 1,024 octets', () => {
    const padding = ' '.repeat(1024);

    assert.equal(
      decode(`${padding}<meta charset=koi8-r>\xf0`, HTML),
      `${padding}<meta charset=koi8-r>\u00f0`,
    );
  });

  it('ignores meta elements in plain text', () => {
    assert.equal(decode('<meta charset=koi8-r>\xf0'), '<meta charset=koi8-r>\u00f0');
  });

  it('reads text that was cut within a character', () => {
    assert.equal(decode('\xc3\xbc\xe2\x82', { parameters: new Map([['charset', 'utf-8']]) }), '\u00fc');
  });

  it('reads base64 that was cut within a group', () => {
    assert.equal(decode('SGVsbG8gd29ybGQh'.slice(0, 14), { encoding: 'base64' }), 'Hello worl');
  });
});
