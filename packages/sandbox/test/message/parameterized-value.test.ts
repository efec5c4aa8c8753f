/** Content-Type and Content-Disposition values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parameterOf, parseParameterizedValue } from '../../src/message/parameterized-value.ts';

describe('parseParameterizedValue', () => {
  const cases: readonly (readonly [
    text: string,
    value: string,
    parameters: readonly (readonly string[])[],
  ])[] = [
    ['text/plain', 'text/plain', []],
    ['text/plain; charset=utf-8', 'text/plain', [['charset', 'utf-8']]],
    [
      'text/plain;charset = "a \\"b\\" ;c" ; X=y',
      'text/plain',
      [
        ['charset', 'a "b" ;c'],
        ['X', 'y'],
      ],
    ],
    ['attachment; filename="never closed', 'attachment', [['filename', 'never closed']]],
    ['text/plain (a (nested) comment); charset=(no)x', 'text/plain', [['charset', 'x']]],
    ['a; x="(kept)"', 'a', [['x', '(kept)']]],
    ['a; =b; c; d=', 'a', [['d', '']]],
    [
      "a; name*0*=utf-8''x; name*1=y",
      'a',
      [
        ['name*0*', "utf-8''x"],
        ['name*1', 'y'],
      ],
    ],
    ['a; __proto__=b', 'a', [['__proto__', 'b']]],
    ['', '', []],
  ];
  for (const [text, value, parameters] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseParameterizedValue(text), { value, parameters });
    });
  }

  it('reads 128 parameters at most', () => {
    const { parameters } = parseParameterizedValue(`a${'; x=y'.repeat(100_000)}`);
    assert.equal(parameters.length, 128);
  });
});

describe('parameterOf', () => {
  it('gives the first of several, in any case', () => {
    assert.equal(parameterOf(parseParameterizedValue('a; X=1; x=2'), 'x'), '1');
    assert.equal(parameterOf(parseParameterizedValue('a; X=1'), 'y'), undefined);
  });
});
