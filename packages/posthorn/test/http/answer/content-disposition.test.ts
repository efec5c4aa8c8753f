import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attachmentDisposition } from '../../../src/http/answer/content-disposition.ts';

const HEADERS: readonly (readonly [string, string])[] = [
  ['plan.pdf', `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
  ['a b.txt', `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
  ['Zürich €.txt', `attachment; filename="Z_rich _.txt"; filename*=UTF-8''Z%C3%BCrich%20%E2%82%AC.txt`],
  ['../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
  ['C:\\temp\\x.exe', `attachment; filename="x.exe"; filename*=UTF-8''x.exe`],
  ['a"b%41.txt', `attachment; filename="a_b_41.txt"; filename*=UTF-8''a%22b%2541.txt`],
  ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ['a\r\nSet-Cookie: x', `attachment; filename="aSet-Cookie: x"; filename*=UTF-8''aSet-Cookie%3A%20x`],
  ['gpj.\u202Eexe', `attachment; filename="gpj.exe"; filename*=UTF-8''gpj.exe`],
  ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
  ['..', `attachment; filename="attachment"; filename*=UTF-8''attachment`],
  ['dir/', `attachment; filename="attachment"; filename*=UTF-8''attachment`],
  ['', `attachment; filename="attachment"; filename*=UTF-8''attachment`],
];

describe('attachmentDisposition', () => {
  for (const [fileName, header] of HEADERS) {
    it(`names the file ${JSON.stringify(fileName)} safely`, () => {
      assert.equal(attachmentDisposition(fileName), header);
    });
  }

  it('keeps the extension of a name that is too long', () => {
    const header = attachmentDisposition(`${'x'.repeat(5000)}.pdf`);

    assert.equal(
      header,
      `attachment; filename="${'x'.repeat(59)}.pdf"; filename*=UTF-8''${'x'.repeat(59)}.pdf`,
    );
  });
});
