/** Content-Transfer-Encoding. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeTransferEncoding } from '../../src/message/transfer-encoding.ts';

describe('decodeTransferEncoding', () => {
  const cases: readonly (readonly [encoding: string, encoded: string, decoded: string])[] = [
    ['7bit', 'a=20b\r\n', 'a=20b\r\n'],
    ['Base64', 'aGVs\r\nbG8=', 'hello'],
    ['base64', '!!aGVsbG8', 'hello'],
    ['quoted-printable', 'a=20b=\r\nc  \r\nd=e9=zz', 'a bc\r\nd\xe9=zz'],
    ['quoted-printable', 'soft end=', 'soft end'],
    ['x-unknown', 'a', 'a'],
  ];
  for (const [encoding, encoded, decoded] of cases) {
    it(`${encoding} of ${JSON.stringify(encoded)} is ${JSON.stringify(decoded)}`, () => {
      assert.equal(decodeTransferEncoding(Buffer.from(encoded), encoding).toString('latin1'), decoded);
    });
  }
});
