import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeParameters, fileNameOf } from '../../../src/message/headers/parameters.ts';
import { bodyPart } from '../body-part.ts';

function decode(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(decodeParameters(new Map(Object.entries(parameters))));
}

describe('decodeParameters', () => {
  it('keeps plain values', () => {
    assert.deepEqual(decode({ charset: 'utf-8', format: 'flowed' }), { charset: 'utf-8', format: 'flowed' });
  });

  it('decodes an extended value', () => {
    assert.deepEqual(decode({ 'filename*': "utf-8'en'%E2%82%ac%20rates.txt" }), {
      filename: '\u20ac rates.txt',
    });
  });

  it('decodes an extended value of another charset', () => {
    assert.deepEqual(decode({ 'filename*': "koi8-r''%C1%C2" }), { filename: '\u0430\u0431' });
  });

  it('decodes an extended value without a charset', () => {
    assert.deepEqual(decode({ 'filename*': 'a%20b.txt' }), { filename: 'a b.txt' });
  });

  it('decodes raw ISO-2022-JP', () => {
    assert.deepEqual(decode({ name: '\u001b$B%F%9\u001b(B.txt' }), { name: '\u30c6\u30b9.txt' });
  });

  it('keeps percent signs without two digits', () => {
    assert.deepEqual(decode({ 'filename*': "utf-8''100%.%zz" }), { filename: '100%.%zz' });
  });

  it('keeps percent signs of plain values', () => {
    assert.deepEqual(decode({ filename: 'a%20b' }), { filename: 'a%20b' });
  });

  it('joins continuations in the order of their numbers', () => {
    assert.deepEqual(decode({ 'filename*1': 'b', 'filename*0': 'a', 'filename*2': 'c' }), {
      filename: 'abc',
    });
  });

  it('joins a character that was split over extended continuations', () => {
    assert.deepEqual(decode({ 'name*0*': "utf-8''%E2%82", 'name*1*': '%AC', 'name*2': '%.txt' }), {
      name: '\u20ac%.txt',
    });
  });

  it('stops at a gap between continuations', () => {
    assert.deepEqual(decode({ 'name*0': 'a', 'name*2': 'c' }), { name: 'a' });
  });

  it('prefers the extended value to the plain one', () => {
    assert.deepEqual(decode({ 'name*': "utf-8''%C3%A4", name: 'a' }), { name: '\u00e4' });
    assert.deepEqual(decode({ name: 'a', 'name*': "utf-8''%C3%A4" }), { name: '\u00e4' });
  });

  it('prefers continuations to the plain value', () => {
    assert.deepEqual(decode({ name: 'plain', 'name*0': 'a', 'name*1': 'b' }), { name: 'ab' });
  });

  it('falls back to the plain value where the first continuation is missing', () => {
    assert.deepEqual(decode({ name: 'plain', 'name*1': 'b' }), { name: 'plain' });
  });

  it('uses the first 128 continuations', () => {
    const segments = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`name*${index}`, 'x']));

    assert.deepEqual(decode(segments), { name: 'x'.repeat(128) });
  });

  it('ignores continuations with enormous numbers', () => {
    assert.deepEqual(decode({ 'name*0': 'a', 'name*999': 'b' }), { name: 'a' });
  });

  it('decodes encoded words', () => {
    assert.deepEqual(decode({ name: '=?utf-8?Q?J=C3=B6rg=2Etxt?=' }), { name: 'J\u00f6rg.txt' });
  });

  it('decodes an encoded word that was split over continuations', () => {
    assert.deepEqual(decode({ 'name*0': '=?utf-8?Q?J=C3', 'name*1': '=B6rg?=' }), { name: 'J\u00f6rg' });
  });

  it('reads octets of UTF-8', () => {
    assert.deepEqual(decode({ name: Buffer.from('J\u00f6rg').toString('latin1') }), { name: 'J\u00f6rg' });
  });

  it('reads octets that are not UTF-8 as windows-1252', () => {
    assert.deepEqual(decode({ name: 'J\u00f6rg \u0080' }), { name: 'J\u00f6rg \u20ac' });
  });

  it('keeps values that are Unicode already', () => {
    assert.deepEqual(decode({ name: '\u00e4 \u4e2d' }), { name: '\u00e4 \u4e2d' });
  });

  it('gives names in lower case and treats names of object members as plain names', () => {
    const decoded = decodeParameters(
      new Map([
        ['__proto__*0', 'a'],
        ['Constructor', 'b'],
      ]),
    );

    assert.deepEqual(
      [...decoded],
      [
        ['__proto__', 'a'],
        ['constructor', 'b'],
      ],
    );
  });
});

/** The file name of a part whose disposition has that filename. */
function named(filename: string): string | null {
  return fileNameOf(bodyPart({ dispositionParameters: new Map([['filename', filename]]) }));
}

describe('fileNameOf', () => {
  it('gives the file name of the disposition', () => {
    const part = bodyPart({
      parameters: new Map([['name', 'type.txt']]),
      dispositionParameters: new Map([['filename', 'disposition.txt']]),
    });

    assert.equal(fileNameOf(part), 'disposition.txt');
  });

  it('gives the name of the Content-Type where the disposition has none', () => {
    assert.equal(
      fileNameOf(bodyPart({ parameters: new Map([['name*', "utf-8''%C3%A4.txt"]]) })),
      '\u00e4.txt',
    );
  });

  it('gives the name of the Content-Type where the file name is empty', () => {
    const part = bodyPart({
      parameters: new Map([['name', 'type.txt']]),
      dispositionParameters: new Map([['filename', ' / ']]),
    });

    assert.equal(fileNameOf(part), 'type.txt');
  });

  it('gives null when the part has no name', () => {
    assert.equal(fileNameOf(bodyPart()), null);
  });

  it('removes paths', () => {
    assert.equal(named('../../etc/passwd'), 'passwd');
    assert.equal(named('C:\\Users\\me\\a.txt'), 'a.txt');
    assert.equal(named('a\\b/c'), 'c');
  });

  it('refuses names that mean folders', () => {
    assert.equal(named('..'), null);
    assert.equal(named('a/.'), null);
    assert.equal(named('a/'), null);
  });

  it('removes control characters', () => {
    assert.equal(named('a\u0000b\u001b[1m.txt'), 'ab[1m.txt');
    assert.equal(named('a\r\nContent-Type: x'), 'a Content-Type: x');
  });

  it('removes overrides of the writing direction', () => {
    assert.equal(named('invoice\u202efdp.exe'), 'invoicefdp.exe');
    assert.equal(named('\u2066a\u2069\u200f.txt'), 'a.txt');
  });

  it('removes paths that were encoded', () => {
    assert.equal(named('=?utf-8?Q?a=2Fb=5Cc=2Etxt?='), 'c.txt');
  });

  it('cuts at 255 characters and splits none of them', () => {
    assert.equal(named('\u{1f600}'.repeat(300)), '\u{1f600}'.repeat(255));
  });
});
