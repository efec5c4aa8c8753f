import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseMediaType } from '../../../../src/http/request/files/media-type.ts';

describe('parseMediaType', () => {
  for (const [text, expected] of [
    ['image/png', 'image/png'],
    [' Text/HTML; charset=utf-8', 'text/html'],
    ['application/vnd.ms-excel.sheet+xml', 'application/vnd.ms-excel.sheet+xml'],
    ['', undefined],
    ['undefined', undefined],
    ['text/', undefined],
    ['text/plain/x', undefined],
    ['text/pl ain', undefined],
    ['text/plain\r\nX: y', undefined],
    ['x/'.padEnd(200, 'y'), undefined],
  ] as const) {
    it(`takes ${JSON.stringify(text)} for ${expected}`, () => {
      assert.equal(parseMediaType(text), expected);
    });
  }
});
