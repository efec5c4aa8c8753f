/** Which messages can be attached as they are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isSendableAsIs } from '../../../src/adapters/mime/sendable-message.ts';
import { chunkedSource } from '../../support/chunked-source.ts';

const LONGEST = 'x'.repeat(998);

const CASES: readonly (readonly [description: string, content: string, isSendable: boolean])[] = [
  ['an empty message', '', true],
  ['lines that end in CRLF', 'a: b\r\n\r\ntext\r\n', true],
  ['a last line without end', 'a: b\r\n\r\ntext', true],
  ['a line of 998 octets', `${LONGEST}\r\n${LONGEST}`, true],
  ['a line of 999 octets', `${LONGEST}x\r\n`, false],
  ['a last line of 999 octets', `a\r\n${LONGEST}x`, false],
  ['a lone LF', 'a\nb', false],
  ['an LF at the beginning', '\na', false],
  ['a lone CR', 'a\rb', false],
  ['CR CRLF', 'a\r\r\n', false],
  ['a CR at the end', 'a\r', false],
  ['NUL', 'a\0b', false],
  ['an octet beyond ASCII', 'a\u0080b', false],
];

describe('isSendableAsIs', () => {
  for (const [description, content, isSendable] of CASES) {
    it(`is ${isSendable} for ${description}`, async () => {
      assert.equal(await isSendableAsIs(chunkedSource(Buffer.from(content, 'latin1'), 65_536)), isSendable);
    });
  }

  it('does not depend on where the chunks end', async () => {
    const text = fc.string({ unit: fc.constantFrom('\r\n', '\r', '\n', 'a', '\r\n') });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 5 }), async (content, size) => {
        const octets = Buffer.from(content);
        assert.equal(await isSendableAsIs(chunkedSource(octets, size)), !/\r(?!\n)|(?<!\r)\n/.test(content));
      }),
    );
  });
});
