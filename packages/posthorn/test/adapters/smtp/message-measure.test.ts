/** The size and the kind of octets of a message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureMessage } from '../../../src/adapters/smtp/message-measure.ts';

describe('measureMessage', () => {
  const cases: readonly (readonly [message: string, octets: number])[] = [
    ['', 2],
    ['a', 3],
    ['a\r\n', 3],
    ['a\n', 3],
    ['a\r', 3],
    ['\n\n', 4],
    ['\r\r', 4],
    ['\n\r', 4],
    ['\r\r\n', 4],
    ['.a\r\n', 4],
  ];
  for (const [message, octets] of cases) {
    it(`counts ${octets} octets in ${JSON.stringify(message)}, with CRLF at every line end`, () => {
      assert.equal(measureMessage(Buffer.from(message)).octets, octets);
    });
  }

  it('tells messages beyond ASCII', () => {
    const messages = [Buffer.from('a\u007f'), Buffer.from([0x80]), Buffer.from('ä')];

    assert.deepEqual(
      messages.map((message) => measureMessage(message).hasEightBit),
      [false, true, true],
    );
  });
});
