/** The size and the kind of octets of a message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureMessage } from '../../../src/adapters/smtp/message-measure.ts';
import { bufferSource } from '../../../src/domain/values/buffer-source.ts';
import { sourceOf } from './source-of.ts';

const { signal } = new AbortController();

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
    it(`counts ${octets} octets in ${JSON.stringify(message)}, with CRLF at every line end`, async () => {
      const measure = await measureMessage(bufferSource(Buffer.from(message)), signal);

      assert.equal(measure.octets, octets);
    });

    it(`counts ${octets} octets in ${JSON.stringify(message)} also octet by octet, with empty pieces between`, async () => {
      const pieces = [...message].flatMap((octet) => ['', octet, '']);

      assert.equal((await measureMessage(sourceOf(pieces), signal)).octets, octets);
    });
  }

  it('tells messages beyond ASCII', async () => {
    const messages = [Buffer.from('a\u007f'), Buffer.from([0x80]), Buffer.from('ä')];
    const measures = messages.map((message) => measureMessage(bufferSource(message), signal));

    assert.deepEqual(
      (await Promise.all(measures)).map(({ hasEightBit }) => hasEightBit),
      [false, true, true],
    );
  });

  it('finds the one octet beyond ASCII in any piece', async () => {
    const pieces = ['a\r\n', Buffer.from([0xff]), 'b\r\n'];

    assert.equal((await measureMessage(sourceOf(pieces), signal)).hasEightBit, true);
  });

  it('ends at the next piece when its signal aborts', async () => {
    const reason = new Error('The client went away.');

    await assert.rejects(measureMessage(sourceOf(['a']), AbortSignal.abort(reason)), reason);
  });

  it('fails when the source does not hold what it promised', async () => {
    const source = { ...sourceOf(['a']), length: 2 };

    await assert.rejects(measureMessage(source, signal), /^Error: A source of 2 octets gave only 1\.$/);
  });
});
