import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import {
  type ByteRange,
  parseRange,
  resolveRange,
  sliceStream,
} from '../../../src/http/answer/byte-range.ts';

describe('parseRange', () => {
  const RANGES: readonly (readonly [string | undefined, object | undefined])[] = [
    [undefined, undefined],
    ['', undefined],
    ['bytes=0-9', { first: 0, last: 9 }],
    ['BYTES=0-', { first: 0, last: null }],
    ['bytes=-5', { first: null, last: 5 }],
    ['bytes=-', undefined],
    ['bytes=9-0', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=a-b', undefined],
    ['pages=1-2', undefined],
    ['bytes=9999999999999999-', undefined],
  ];
  for (const [header, range] of RANGES) {
    it(`reads ${header}`, () => {
      assert.deepEqual(parseRange(header), range);
    });
  }
});

describe('resolveRange', () => {
  const RANGES: readonly (readonly [string, number, ByteRange | undefined])[] = [
    ['bytes=0-9', 10, { first: 0, last: 9 }],
    ['bytes=0-99', 10, { first: 0, last: 9 }],
    ['bytes=9-', 10, { first: 9, last: 9 }],
    ['bytes=10-', 10, undefined],
    ['bytes=-3', 10, { first: 7, last: 9 }],
    ['bytes=-30', 10, { first: 0, last: 9 }],
    ['bytes=-0', 10, undefined],
    ['bytes=0-', 0, undefined],
  ];
  for (const [header, size, range] of RANGES) {
    it(`makes of ${header} in a file of ${size} octets ${JSON.stringify(range)}`, () => {
      assert.deepEqual(resolveRange(parseRange(header) ?? { first: 0, last: 0 }, size), range);
    });
  }
});

describe('sliceStream', () => {
  const CHUNKS = ['012', '345', '', '678', '9'];
  const sourceOf = (chunks: readonly string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const SLICES: readonly (readonly [number, number, string])[] = [
    [0, 9, '0123456789'],
    [0, 0, '0'],
    [2, 3, '23'],
    [3, 5, '345'],
    [1, 7, '1234567'],
    [9, 9, '9'],
  ];
  for (const [first, last, expected] of SLICES) {
    it(`passes on the octets ${first} to ${last}`, async () => {
      assert.equal(await text(sliceStream(sourceOf(CHUNKS), { first, last })), expected);
    });
  }

  it('reads no further than the end of the range', async () => {
    let read = 0;
    const source = Readable.from(
      (function* () {
        for (; read < 1_000; read += 1) yield Buffer.alloc(1_000);
      })(),
      { highWaterMark: 1 },
    );

    await text(sliceStream(source, { first: 0, last: 10 }));

    assert.ok(read < 10, String(read));
    assert.equal(source.destroyed, true);
  });

  it('fails with its source', async () => {
    const source = new Readable({ read: () => undefined });
    const slice = sliceStream(source, { first: 0, last: 10 });
    const failed = once(slice, 'error');

    slice.resume();
    source.destroy(new Error('connection lost'));

    assert.match(String(await failed), /connection lost/);
  });
});
