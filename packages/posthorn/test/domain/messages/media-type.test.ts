/** What is a media type. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMediaType } from '../../../src/domain/messages/media-type.ts';

const CASES: readonly (readonly [text: string, isOne: boolean])[] = [
  ['text/plain', true],
  ['Image/SVG+XML', true],
  [`${'a'.repeat(127)}/${'b'.repeat(127)}`, true],
  [`${'a'.repeat(128)}/b`, false],
  ['', false],
  ['text', false],
  ['text/', false],
  ['/plain', false],
  ['text/plain; charset=utf-8', false],
  ['text/pl\r\nain', false],
  ['text/\u00fc', false],
];

describe('isMediaType', () => {
  for (const [text, isOne] of CASES) {
    it(`is ${isOne} for ${JSON.stringify(text)}`, () => {
      assert.equal(isMediaType(text), isOne);
    });
  }
});
