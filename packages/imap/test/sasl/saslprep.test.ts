import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidArgument } from '../../src/errors.ts';
import { saslPrep } from '../../src/sasl/saslprep.ts';

describe('saslPrep', () => {
  const examples = [
    ['I\u00adX', 'IX'],
    ['user', 'user'],
    ['USER', 'USER'],
    ['\u00aa', 'a'],
    ['\u2168', 'IX'],
    ['a\u00a0b', 'a b'],
    ['pa\u0308ss', 'päss'],
    ['🔑', '🔑'],
  ] as const;

  for (const [text, prepared] of examples) {
    it(`gives ${JSON.stringify(prepared)} for ${JSON.stringify(text)}`, () => {
      assert.equal(saslPrep(text), prepared);
    });
  }

  for (const text of ['\u0007', '\u007f', '\ue000', '\ufffe', '\ufffd', '\u202e', '\u{e0041}']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => saslPrep(text), InvalidArgument);
    });
  }
});
