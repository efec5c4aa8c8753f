/** Base64 that is made while it is read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { base64Source } from '../../../src/adapters/mime/base64-source.ts';
import { chunkedSource, madeSource } from '../../support/chunked-source.ts';
import { liveBufferOctets } from '../../support/live-memory.ts';
import { octetsOf } from '../../support/octets-of.ts';

/** Base64 on lines of 76 characters, as a simpler program writes it. */
function encode(content: Buffer): string {
  return (content.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
}

describe('base64Source', () => {
  it('is base64 on lines of 76 characters, whatever the chunks, and as long as it says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 500 }),
        fc.integer({ min: 1, max: 200 }),
        async (a, size) => {
          const source = base64Source(chunkedSource(a, size));
          const encoded = await octetsOf(source);
          assert.equal(encoded.toString(), encode(Buffer.from(a)));
          assert.equal(source.length, encoded.length);
        },
      ),
    );
  });

  const BLOCK_OCTETS = 57 * 1024;
  for (const length of [
    BLOCK_OCTETS - 1,
    BLOCK_OCTETS,
    BLOCK_OCTETS + 1,
    2 * BLOCK_OCTETS,
    3 * BLOCK_OCTETS + 57,
  ]) {
    it(`joins its blocks without a seam at ${length} octets`, async () => {
      const content = Buffer.from(Array.from({ length }, (_, index) => (index * 7) % 251));
      const source = base64Source(chunkedSource(content, 65_536));
      const encoded = await octetsOf(source);

      assert.equal(encoded.toString(), encode(content));
      assert.equal(source.length, encoded.length);
    });
  }

  it('fails where the content is shorter than it says, even if base64 has room for it', async () => {
    await assert.rejects(octetsOf(base64Source(chunkedSource(Buffer.from('abcd'), 4, 5))), /gave only 4/);
  });

  it('fails where the content is longer than it says', async () => {
    await assert.rejects(octetsOf(base64Source(chunkedSource(Buffer.from('abcdef'), 4, 5))), /gave more/);
  });

  it('holds no more than a few blocks of a content of 100 MB', async () => {
    const before = liveBufferOctets();
    const samples: number[] = [];
    let count = 0;
    for await (const _ of base64Source(madeSource(100_000_000)).read()) {
      count += 1;
      if (count % 200 === 0) samples.push(liveBufferOctets() - before);
    }

    assert.ok(samples.length >= 8);
    assert.ok(Math.max(...samples) < 5_000_000, `${Math.max(...samples)} octets`);
  });
});
