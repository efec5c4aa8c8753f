import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSafeImage, safeMediaType } from '../../../src/http/answer/safe-media-type.ts';

describe('safeMediaType', () => {
  for (const mediaType of ['image/png', 'application/pdf', 'text/plain']) {
    it(`keeps ${mediaType}`, () => {
      assert.equal(safeMediaType(mediaType), mediaType);
    });
  }

  for (const mediaType of [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'x',
    '__proto__',
  ]) {
    it(`hides ${mediaType} behind application/octet-stream`, () => {
      assert.equal(safeMediaType(mediaType), 'application/octet-stream');
    });
  }
});

describe('isSafeImage', () => {
  it('tells pixels from documents', () => {
    assert.deepEqual(['image/jpeg', 'image/svg+xml', 'text/plain'].map(isSafeImage), [true, false, false]);
  });
});
