import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safeMediaType } from '../../../src/http/answer/safe-media-type.ts';

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
