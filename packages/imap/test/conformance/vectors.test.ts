import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPlainValue } from './plain-value.ts';
import { inChunksOf, type ReadingOptions, readResponses } from './read-responses.ts';
import { readVectorFiles } from './vectors.ts';

const FILES = readVectorFiles();

function plainValues(chunks: Iterable<Buffer>, options: ReadingOptions): readonly unknown[] {
  return readResponses(chunks, options).map(toPlainValue);
}

/** The octets in two chunks, cut at each place in turn. */
function* cutEverywhere(octets: Buffer): Iterable<readonly [Buffer, Buffer]> {
  for (let cut = 1; cut < octets.length; cut += 1) {
    yield [Buffer.from(octets.subarray(0, cut)), Buffer.from(octets.subarray(cut))];
  }
}

for (const { name, vectors } of FILES) {
  describe(`the vectors of ${name}`, () => {
    for (const { title, buffer, expected, isUtf8 = false } of vectors) {
      it(title, () => {
        assert.deepEqual(plainValues([buffer], { isUtf8 }), expected, 'in one chunk');
        assert.deepEqual(plainValues(inChunksOf(1, buffer), { isUtf8 }), expected, 'octet by octet');
        const whole = JSON.stringify(plainValues([buffer], { isUtf8 }));
        for (const [first, second] of cutEverywhere(buffer)) {
          const parts = JSON.stringify(plainValues([first, second], { isUtf8 }));
          assert.equal(parts, whole, `cut behind ${first.length}`);
        }
      });
    }
  });
}

describe('the vectors together', () => {
  it('are read as one stream', () => {
    const vectors = FILES.flatMap((file) => file.vectors).filter(({ isUtf8 }) => !isUtf8);
    const octets = Buffer.concat(vectors.map(({ buffer }) => buffer));
    const expected = vectors.flatMap((vector) => vector.expected);

    assert.deepEqual(plainValues([octets], {}), expected);
    assert.deepEqual(plainValues(inChunksOf(1461, octets), {}), expected);
  });
});
