import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import iconv from 'iconv-lite';
import { parseHeaderFields } from '../../../src/message/headers/header-fields.ts';

function first(header: string | Uint8Array, name: string): string | undefined {
  return parseHeaderFields(Buffer.from(header)).first(name);
}

describe('parseHeaderFields', () => {
  it('gives the value without the white space around it', () => {
    assert.equal(first('Subject:  Hello world \r\n', 'subject'), 'Hello world');
  });

  it('finds names in any case', () => {
    assert.equal(first('MESSAGE-id: <a@b>\r\n', 'Message-ID'), '<a@b>');
  });

  it('gives undefined for a field that is not there', () => {
    assert.equal(first('Subject: a\r\n', 'from'), undefined);
  });

  it('gives an empty value for a field without content', () => {
    assert.equal(first('Subject:\r\nFrom: a@b\r\n', 'subject'), '');
  });

  it('unfolds and keeps the white space of the fold', () => {
    assert.equal(first('Subject: a\r\n  b\r\n\tc\r\nFrom: x\r\n', 'subject'), 'a  b\tc');
  });

  it('unfolds a value that begins on the next line', () => {
    assert.equal(first('Subject:\r\n Hello\r\n', 'subject'), 'Hello');
  });

  it('reads raw ISO-2022-JP', () => {
    assert.equal(first('Subject: \u001b$B%F%9\u001b(B\r\n', 'subject'), '\u30c6\u30b9');
  });

  it('lets the first of several fields win', () => {
    assert.equal(first('From: first@x.test\r\nFrom: second@x.test\r\n', 'from'), 'first@x.test');
  });

  it('does not add the fold of a later field of the same name to the first one', () => {
    assert.equal(first('From: first\r\nX: y\r\nFrom: second\r\n folded\r\n', 'from'), 'first');
  });

  it('reads lines that end in LF', () => {
    assert.equal(first('A: 1\nB: 2\n 3\n\nC: 4\n', 'b'), '2 3');
  });

  it('stops at the empty line', () => {
    assert.equal(first('A: 1\r\n\r\nB: 2\r\n', 'b'), undefined);
  });

  it('reads a header block without an end', () => {
    assert.equal(first('A: 1\r\nB: cut he', 'b'), 'cut he');
  });

  it('skips lines that are no fields, with their folds', () => {
    assert.equal(first('From me Mon Jan 1 10:00:00\r\n x\r\ngarbage\r\n y\r\nA: 1\r\n', 'a'), '1');
  });

  it('accepts white space before the colon', () => {
    assert.equal(first('Subject : a\r\n', 'subject'), 'a');
  });

  it('reads octets outside ASCII as UTF-8', () => {
    assert.equal(first('Subject: Gr\u00fc\u00dfe \u20ac\r\n', 'subject'), 'Gr\u00fc\u00dfe \u20ac');
  });

  it('reads octets that are not UTF-8 as windows-1252', () => {
    assert.equal(first(Buffer.from('Subject: caf\xe9 \x80\r\n', 'latin1'), 'subject'), 'caf\u00e9 \u20ac');
  });

  it('keeps UTF-8 in which one character is cut', () => {
    const value = Buffer.concat([Buffer.from('Subject: Карт'), Buffer.from([0xd0]), Buffer.from('.doc\r\n')]);

    assert.equal(first(value, 'subject'), 'Карт\ufffd.doc');
  });

  it('reads octets that are not UTF-8 in the charset of the message', () => {
    const header = Buffer.concat([Buffer.from('Subject: '), iconv.encode('Привет', 'windows-1251')]);
    const subject = (charset: string) => parseHeaderFields(header, { charset }).first('subject');

    assert.equal(subject('windows-1251'), 'Привет');
    assert.equal(subject('utf-8'), '\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2');
    assert.equal(subject('nonsense'), '\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2');
  });

  it('reads UTF-8 as UTF-8, whatever the charset of the message is', () => {
    assert.equal(parseHeaderFields(Buffer.from('A: Привет'), { charset: 'gb18030' }).first('a'), 'Привет');
  });

  it('keeps UTF-8 that a bound cut within a character', () => {
    const cut = Buffer.from('Subject: \u00fcber 5 \u20ac').subarray(0, -1);

    assert.equal(first(cut, 'subject'), '\u00fcber 5');
  });

  it('treats names of object members as plain names', () => {
    assert.equal(first('__proto__: a\r\n', '__proto__'), 'a');
    assert.equal(first('A: 1\r\n', 'constructor'), undefined);
  });
});
