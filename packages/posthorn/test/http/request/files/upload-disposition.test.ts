import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUploadDisposition } from '../../../../src/http/request/files/upload-disposition.ts';

/** Headers as Node gives them, which is Latin-1, and the names in them. */
const NAMES: readonly (readonly [string, string])[] = [
  ['attachment', ''],
  ['attachment; filename=plan.txt', 'plan.txt'],
  ['ATTACHMENT; FILENAME="plan.txt"', 'plan.txt'],
  ['attachment; filename="a; filename=b.txt"', 'a; filename=b.txt'],
  ['attachment; filename="say \\"hi\\".txt"', 'say "hi".txt'],
  [`attachment; filename="a.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe.txt`, 'größe.txt'],
  [`attachment; filename*=utf-8'de'gr%C3%B6%C3%9Fe.txt; filename="a.txt"`, 'größe.txt'],
  [`attachment; filename*=UTF-8''%zz; filename="a.txt"`, 'a.txt'],
  [`attachment; filename*=ISO-8859-1''%e4; filename="a.txt"`, 'a.txt'],
  [`attachment; filename="${Buffer.from('größe.txt').toString('latin1')}"`, 'größe.txt'],
  ['attachment; filename="gr\u00f6\u00dfe.txt"', 'größe.txt'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\temp\\\\a.txt"', 'a.txt'],
  ['attachment; name=x', ''],
];

describe('parseUploadDisposition', () => {
  for (const [header, fileName] of NAMES) {
    it(`finds "${fileName}" in ${header}`, () => {
      assert.deepEqual(parseUploadDisposition(header), { isInline: false, fileName });
    });
  }

  it('tells what is shown inline', () => {
    assert.deepEqual(parseUploadDisposition(' inline ; filename=a.png'), {
      isInline: true,
      fileName: 'a.png',
    });
  });

  for (const header of [
    '',
    'form-data; name=x',
    'attachments',
    `attachment; filename=${'x'.repeat(4_000)}`,
  ]) {
    it(`takes no other: ${header.slice(0, 30)}`, () => {
      assert.equal(parseUploadDisposition(header), undefined);
    });
  }
});
