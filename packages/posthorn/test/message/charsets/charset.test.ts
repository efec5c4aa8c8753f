import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeCharset } from '../../../src/message/charsets/charset.ts';

/** [charset label, octets as latin1, text] */
const CHARSETS: readonly (readonly [string, string, string])[] = [
  ['utf-8', 'Gr\xc3\xbc\xc3\x9fe', 'Gr\u00fc\u00dfe'],
  ['UTF8', '\xe2\x82\xac', '\u20ac'],
  ['iso-8859-1', '\x80 caf\xe9', '\u20ac caf\u00e9'],
  ['latin1', '\x93x\x94', '\u201cx\u201d'],
  ['windows-1252', '\x85', '\u2026'],
  ['iso-8859-2', '\xb1', '\u0105'],
  ['windows-1250', '\xb9', '\u0105'],
  ['iso-8859-15', '\xa4', '\u20ac'],
  ['iso-8859-16', '\xa4', '\u20ac'],
  ['windows-1251', '\xcf\xf0', '\u041f\u0440'],
  ['koi8-r', '\xf0\xd2', '\u041f\u0440'],
  ['koi8-u', '\xf0\xa4', '\u041f\u0454'],
  ['iso-8859-5', '\xbf', '\u041f'],
  ['macintosh', '\x8a', '\u00e4'],
  ['x-mac-cyrillic', '\x8f', '\u041f'],
  ['cp437', '\x81', '\u00fc'],
  ['ibm850', '\xe1', '\u00df'],
  ['cp866', '\x8f', '\u041f'],
  ['tis-620', '\xa1', '\u0e01'],
  ['iso-8859-8-i', '\xe0', '\u05d0'],
  ['gb2312', '\xd6\xd0', '\u4e2d'],
  ['gbk', '\x81\x40', '\u4e02'],
  ['gb18030', '\x81\x30\x81\x30', '\u0080'],
  ['hz-gb-2312', 'a~{VP~}b~~', 'a\u4e2db~'],
  ['big5', '\xa4\xa4', '\u4e2d'],
  ['shift_jis', '\x83\x65', '\u30c6'],
  ['cp932', '\x83\x65', '\u30c6'],
  ['euc-jp', '\xa5\xc6', '\u30c6'],
  ['iso-2022-jp', 'a\x1b$B%F\x1b(Bb', 'a\u30c6b'],
  ['iso-2022-jp', '\x1b$B%F\x1b(B\x1b$B%9\x1b(B', '\u30c6\u30b9'],
  ['euc-kr', '\xb0\xa1', '\uac00'],
  ['ks_c_5601-1987', '\xb0\xa1', '\uac00'],
  ['iso-2022-kr', '\x1b$)Ca\x0e0!\x0fb', 'a\uac00b'],
  ['utf-7', 'a+AOQ-b', 'a\u00e4b'],
  ['utf-16le', 'a\x00\xac\x20', 'a\u20ac'],
  ['utf-16be', '\x00a\x20\xac', 'a\u20ac'],
  ['utf-16', '\xff\xfea\x00', 'a'],
  ['utf-16', '\xfe\xff\x00a', 'a'],
  ['utf-32', '\xff\xfe\x00\x00a\x00\x00\x00', 'a'],
];

/** Labels that mean koi8-r or windows-1251 and are spelled badly. */
const LABELS: readonly (readonly [string, string])[] = [
  ['"koi8-r"', '\xf0'],
  [' KOI8_R ', '\xf0'],
  ["'koi8-r';", '\xf0'],
  ['x-koi8-r', '\xf0'],
  ['koi8-r*ru', '\xf0'],
  ['cp1251', '\xcf'],
  ['CP-1251', '\xcf'],
  ['win-1251', '\xcf'],
  ['windows1251', '\xcf'],
  ['x-cp1251', '\xcf'],
  ['1251', '\xcf'],
];

/** Labels without a meaning. */
const NONSENSE = [
  'x-unknown',
  '',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'base64',
  'hex',
  'a'.repeat(10_000),
];

function decode(octets: string, charset: string | undefined): string {
  return decodeCharset(Buffer.from(octets, 'latin1'), charset);
}

describe('decodeCharset', () => {
  for (const [charset, octets, text] of CHARSETS) {
    it(`decodes ${charset} to ${JSON.stringify(text)}`, () => {
      assert.equal(decode(octets, charset), text);
    });
  }

  for (const [label, octets] of LABELS) {
    it(`understands the label ${JSON.stringify(label)}`, () => {
      assert.equal(decode(octets, label), '\u041f');
    });
  }

  for (const label of NONSENSE) {
    it(`reads UTF-8, else windows-1252 under the label ${JSON.stringify(label.slice(0, 20))}`, () => {
      assert.equal(decode('\xc3\xbc', label), '\u00fc');
      assert.equal(decode('\x80\xfc', label), '\u20ac\u00fc');
    });
  }

  it('reads UTF-8, else windows-1252 without a label', () => {
    assert.equal(decode('\xc3\xbc', undefined), '\u00fc');
    assert.equal(decode('\x80\xfc', undefined), '\u20ac\u00fc');
  });

  for (const label of ['', 'us-ascii', 'unknown-8bit']) {
    it(`knows ISO-2022-JP by its escape sequences under the label ${JSON.stringify(label)}`, () => {
      assert.equal(decode('a\x1b$B%F%9\x1b(Bb', label), 'a\u30c6\u30b9b');
      assert.equal(decode('\x1b(I1\x1b(B', label), '\uff71');
    });
  }

  it('takes no escape sequence of a terminal, and none beside eight-bit octets, for ISO-2022-JP', () => {
    assert.equal(decode('\x1b[1mb\x1b(B', ''), '\x1b[1mb\x1b(B');
    assert.equal(decode('\x1b$B%F\xe9', ''), '\x1b$B%F\u00e9');
  });

  it('takes US-ASCII with eight-bit octets for a default that nobody meant', () => {
    assert.equal(decode('\xc3\xbc', 'us-ascii'), '\u00fc');
    assert.equal(decode('\x80\xfc', 'US-ASCII'), '\u20ac\u00fc');
  });

  it('reads text that claims UTF-8 and has no valid character outside ASCII as windows-1252', () => {
    assert.equal(decode('caf\xe9 au lait', 'utf-8'), 'caf\u00e9 au lait');
  });

  it('keeps UTF-8 with a broken octet as UTF-8', () => {
    assert.equal(decode('\xc3\xbc \xff x', 'utf-8'), '\u00fc \ufffd x');
  });

  it('removes a byte order mark', () => {
    assert.equal(decode('\xef\xbb\xbfa', 'utf-8'), 'a');
    assert.equal(decode('\xef\xbb\xbfa', undefined), 'a');
  });

  it('lets the byte order mark of UTF-8 outweigh the label', () => {
    assert.equal(decode('\xef\xbb\xbf\xc3\xbc', 'iso-8859-1'), '\u00fc');
  });

  it('finds UTF-16 without a label by its byte order mark', () => {
    assert.equal(decode('\xff\xfea\x00', undefined), 'a');
    assert.equal(decode('\xfe\xff\x00a', undefined), 'a');
  });

  it('drops a character that was cut at the end', () => {
    assert.equal(decode('\xc3\xbc\xe2\x82', 'utf-8'), '\u00fc');
    assert.equal(decode('\xc3\xbc\xe2\x82', undefined), '\u00fc');
    assert.equal(decode('\xb0\xa1\xb0', 'euc-kr'), '\uac00');
  });

  it('keeps the last character of windows-1252 without a label', () => {
    assert.equal(decode('caf\xe9', undefined), 'caf\u00e9');
  });

  it('keeps no state between calls', () => {
    decode('\x1b$B%F', 'iso-2022-jp');

    assert.equal(decode('ab', 'iso-2022-jp'), 'ab');
  });

  it('gives no unpaired surrogate', () => {
    assert.equal(decode('\x3d\xd8a\x00', 'utf-16le'), '\ufffda');
    assert.ok(decode('+2D0-a', 'utf-7').isWellFormed());
  });
});
