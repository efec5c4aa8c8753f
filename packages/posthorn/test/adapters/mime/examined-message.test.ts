import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { examineMessage } from '../../../src/adapters/mime/examined-message.ts';
import { chunkedSource, madeSource } from '../../support/chunked-source.ts';
import { code } from '../../support/domain-values.ts';

const MESSAGE = [
  'Message-ID: <a@example.com>',
  'Date: Wed, 17 Jul 1996 02:44:25 -0700',
  'Subject: gr\xfc\xdfe',
  '',
  'Message-ID: <other@example.com>',
  '',
].join('\r\n');

const examine = (text: string, chunkOctets = 100_000) =>
  examineMessage(chunkedSource(Buffer.from(text, 'latin1'), chunkOctets));

describe('examineMessage', () => {
  for (const octets of [1, 2, 3, 1000]) {
    it(`reads what the header says, in blocks of ${octets} octets`, async () => {
      assert.deepEqual(await examine(MESSAGE, octets), {
        messageId: 'a@example.com',
        date: { epochMs: Date.UTC(1996, 6, 17, 9, 44, 25), offsetMinutes: -420 },
        hasEightBitFields: true,
      });
    });
  }

  it('takes octets beyond ASCII in the body for no matter of the header', async () => {
    assert.deepEqual(await examine('Subject: a\r\n\r\n\xff\r\n'), {
      messageId: null,
      date: null,
      hasEightBitFields: false,
    });
  });

  for (const [name, text, said] of [
    ['NUL', 'A: b\r\n\r\nx\0y', /Octet 9 .* NUL/],
    ['LF alone', 'A: b\n\r\n', /Octet 4 .* LF without CR/],
    ['CR alone', 'A: b\r\n\r\nx\ry', /Octet 9 .* CR without LF/],
    ['two CR', 'A: b\r\r\n', /Octet 4 .* CR without LF/],
    ['CR at the end', 'A: b\r\n\r\nx\r', /Octet 9 .* CR without LF/],
    ['NUL behind CR', 'A: b\r\n\r\n\r\0', /Octet 9 .* NUL/],
    ['nothing', '', /does not begin with a header field/],
    ['a text', 'Hello!\r\n', /does not begin with a header field/],
    ['an empty line first', '\r\nA: b\r\n', /does not begin with a header field/],
    ['JSON', '{ "data": 1 }', /does not begin with a header field/],
    ['an mbox file', 'From ann@example.com Mon Jan  1 09:00:00 2024\r\nA: b\r\n', /mbox/],
  ] as const) {
    it(`refuses ${name}, in blocks of any size`, async () => {
      for (const octets of [1, 4, 1000]) {
        await assert.rejects(examine(text, octets), code('invalid-document'));
        await assert.rejects(examine(text, octets), said);
      }
    });
  }

  it('keeps little of a header without end', async () => {
    await assert.rejects(examineMessage(madeSource(50_000_000)), code('invalid-document'));
  });
});
