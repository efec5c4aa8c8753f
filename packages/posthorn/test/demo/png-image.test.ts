/** The picture of the demo. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { createPngImage } from '../../src/demo/png-image.ts';

describe('createPngImage', () => {
  it('is a PNG of 64 by 64 pixels', () => {
    const image = createPngImage();

    assert.equal(image.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
    assert.deepEqual([image.readUInt32BE(16), image.readUInt32BE(20)], [64, 64]);
  });

  it('holds a row of RGB values for each line', () => {
    const image = createPngImage();
    const dataOctets = image.readUInt32BE(33);

    assert.equal(image.toString('latin1', 37, 41), 'IDAT');
    assert.equal(inflateSync(image.subarray(41, 41 + dataOctets)).length, 64 * (1 + 64 * 3));
  });
});
