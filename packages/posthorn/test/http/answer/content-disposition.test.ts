import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attachmentDisposition } from '../../../src/http/answer/content-disposition.ts';

const HEADERS: readonly (readonly [string, string])[] = [
  ['plan.pdf', `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
  ['a b.txt', `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
  ['Zürich €.txt', `attachment; filename="Z_rich _.txt"; filename*=UTF-8''Z%C3%BCrich%20%E2%82%AC.txt`],
  ['../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
  ['C:\\temp\\x.exe', `attachment; filename="x.exe"; filename*=UTF-8''x.exe`],
  ['a"b%41.txt', `attachment; filename="a_b_41.txt"; filename*=UTF-8''a_b%2541.txt`],
  ["it's (1)*.txt", `attachment; filename="it's (1)_.txt"; filename*=UTF-8''it%27s%20%281%29_.txt`],
  ['a\r\nSet-Cookie: x', `attachment; filename="aSet-Cookie_ x"; filename*=UTF-8''aSet-Cookie_%20x`],
  ['gpj.\u202Eexe', `attachment; filename="gpj.exe"; filename*=UTF-8''gpj.exe`],
  ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
  ['..', `attachment; filename="attachment"; filename*=UTF-8''attachment`],
  ['dir/', `attachment; filename="attachment"; filename*=UTF-8''attachment`],
  ['CON', `attachment; filename="_CON"; filename*=UTF-8''_CON`],
  ['aux.', `attachment; filename="_aux"; filename*=UTF-8''_aux`],
  ['lpt\u00b9.txt', `attachment; filename="_lpt_.txt"; filename*=UTF-8''_lpt%C2%B9.txt`],
  ['com10.txt', `attachment; filename="com10.txt"; filename*=UTF-8''com10.txt`],
  ['a:b.txt', `attachment; filename="a_b.txt"; filename*=UTF-8''a_b.txt`],
  ['<a|b?>. .', `attachment; filename="_a_b__"; filename*=UTF-8''_a_b__`],
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
