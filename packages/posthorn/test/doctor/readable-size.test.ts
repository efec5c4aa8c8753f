import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readableSize } from '../../src/doctor/readable-size.ts';

describe('readableSize', () => {
  for (const [octets, text] of [
    [0, '0 octets'],
    [1023, '1023 octets'],
    [1536, '1.5 KiB'],
    [35_882_577, '34.2 MiB'],
    [1024 ** 5, '1024 TiB'],
  ] as const) {
    it(`shows ${octets} as ${text}`, () => {
      assert.equal(readableSize(octets), text);
    });
  }
});
