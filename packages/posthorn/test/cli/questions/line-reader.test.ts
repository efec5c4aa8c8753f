import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { createLineReader } from '../../../src/cli/questions/line-reader.ts';

const readerOf = (...chunks: (string | Buffer)[]) => createLineReader(Readable.from(chunks));

describe('LineReader', () => {
  it('gives lines whatever the chunks are, then undefined for good', async () => {
    const lines = readerOf('a\nb', 'c\r\n\n', 'd');

    const read = [await lines.next(), await lines.next(), await lines.next(), await lines.next()];

    assert.deepEqual(read, ['a', 'bc', '', 'd']);
    assert.deepEqual([await lines.next(), await lines.next()], [undefined, undefined]);
  });

  it('puts characters together that were cut', async () => {
    const [first, second] = [Buffer.from('ü\n').subarray(0, 1), Buffer.from('ü\n').subarray(1)];

    assert.equal(await readerOf(first, second).next(), 'ü');
  });

  it('gives up a line without end', async () => {
    await assert.rejects(readerOf('x'.repeat(64 * 1024 + 1)).next(), /A line of the input is too long/);
  });
});
