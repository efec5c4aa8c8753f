/** Octets that are collected up to a bound. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { GrowingBuffer } from '../../../src/adapters/spool/growing-buffer.ts';

describe('GrowingBuffer', () => {
  it('takes what there is room for and keeps it in order', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 6000 }), { maxLength: 8 }), (chunks) => {
        const buffer = new GrowingBuffer(9000);
        const taken = chunks.map((chunk) => chunk.subarray(0, buffer.fill(chunk)));
        const all = Buffer.concat(chunks).subarray(0, 9000);
        assert.deepEqual(Buffer.from(buffer.octets), all);
        assert.deepEqual(Buffer.concat(taken), all);
        assert.equal(buffer.isFull, all.length === 9000);
      }),
    );
  });

  it('starts over when it is cleared', () => {
    const buffer = new GrowingBuffer(3);
    buffer.fill(Buffer.from('abc'));
    buffer.clear();
    buffer.fill(Buffer.from('d'));

    assert.equal(Buffer.from(buffer.octets).toString(), 'd');
  });
});
