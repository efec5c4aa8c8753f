/** Decoding of names and values. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeForm, decodePercent } from 'relfield';

describe('decodePercent', () => {
  const cases = [
    ['plain', 'plain', 'leaves unescaped text alone'],
    ['a+b', 'a+b', 'leaves a plus alone'],
    ['%2B%2b', '++', 'reads both hex cases'],
    ['%C3%A9', '\u00e9', 'reads UTF-8'],
    ['%252B', '%2B', 'decodes once'],
    ['%', '%', 'keeps a lone percent sign'],
    ['%G0%', '%G0%', 'keeps broken escapes'],
    ['%2', '%2', 'keeps a cut escape'],
    ['%2B%zz', '+%zz', 'decodes what is whole beside what is broken'],
    ['x%C3', 'x\ufffd', 'replaces cut UTF-8'],
    ['%C3%28', '\ufffd(', 'replaces invalid UTF-8'],
    ['%ED%A0%80', '\ufffd\ufffd\ufffd', 'replaces encoded surrogates'],
    ['\u00e9%FF', '\u00e9\ufffd', 'keeps raw text beside invalid escapes'],
    ['%EF%BB%BFa', '\ufeffa', 'keeps a byte order mark'],
    ['%EF%BB%BF%FF', '\ufeff\ufffd', 'keeps a byte order mark beside invalid escapes'],
  ] as const;
  for (const [raw, decoded, does] of cases) {
    it(`${does}: ${raw}`, () => assert.equal(decodePercent(raw), decoded));
  }

  for (const raw of ['a%C3b', '%%%', '%E2%88', 'a=b%26%FFx%2B']) {
    it(`agrees with URLSearchParams on ${raw}`, () => {
      assert.equal(decodePercent(raw), new URLSearchParams(`x=${raw}`).get('x'));
    });
  }
});

describe('decodeForm', () => {
  it('reads a raw plus as a space and an encoded one as a plus', () => {
    assert.equal(decodeForm('a+b%2Bc'), 'a b+c');
  });
});
