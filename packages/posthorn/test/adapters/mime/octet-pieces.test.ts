/** Pieces as one source. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinPieces } from '../../../src/adapters/mime/octet-pieces.ts';
import { chunkedSource } from '../../support/chunked-source.ts';
import { octetsOf } from '../../support/octets-of.ts';

const TEN = Buffer.from('0123456789');

describe('joinPieces', () => {
  it('gives all pieces in their order, and their length', async () => {
    const joined = joinPieces([Buffer.from('a'), chunkedSource(TEN, 3), Buffer.alloc(0), Buffer.from('z')]);

    assert.deepEqual([joined.length, (await octetsOf(joined)).toString()], [12, 'a0123456789z']);
  });

  it('can be read again and again', async () => {
    const joined = joinPieces([Buffer.from('a'), chunkedSource(TEN, 3)]);

    assert.deepEqual(await octetsOf(joined), await octetsOf(joined));
  });

  it('gives large octets in blocks that are views of them', async () => {
    const large = Buffer.alloc(150_000, 1);
    const sizes: number[] = [];
    for await (const block of joinPieces([large]).read()) {
      sizes.push(block.length);
      assert.equal(block.buffer, large.buffer);
    }

    assert.deepEqual(sizes, [65_536, 65_536, 18_928]);
  });

  it('fails where a source gives less than it says', async () => {
    await assert.rejects(octetsOf(joinPieces([chunkedSource(TEN, 3, 11)])), /gave only 10/);
  });

  it('fails where a source gives more than it says, before it gives it', async () => {
    const read: string[] = [];
    const reading = (async () => {
      for await (const block of joinPieces([chunkedSource(TEN, 5, 9)]).read()) read.push(String(block));
    })();

    await assert.rejects(reading, /gave more/);
    assert.deepEqual(read, [String(TEN.subarray(0, 5))]);
  });

  it('closes the source when its reader stops', async () => {
    let isClosed = false;
    const source = {
      length: 2,
      async *read() {
        try {
          yield Buffer.from('a');
          yield Buffer.from('b');
        } finally {
          isClosed = true;
        }
      },
    };
    for await (const _ of joinPieces([source]).read()) break;

    assert.equal(isClosed, true);
  });
});
