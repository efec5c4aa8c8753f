/** The syntax of Content-Type and Content-Disposition. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseContentField } from '../../../src/message/headers/content-field.ts';

type Parameters = readonly (readonly [string, string])[];
const FIELDS: readonly (readonly [
  description: string,
  text: string,
  value: string,
  parameters: Parameters,
])[] = [
  ['a bare value', 'text/plain', 'text/plain', []],
  ['a value in capitals', 'TEXT/Plain', 'text/plain', []],
  ['an empty field', '', '', []],
  ['a parameter', 'text/plain; charset=utf-8', 'text/plain', [['charset', 'utf-8']]],
  ['a name in capitals', 'a/b; Name=X.PDF', 'a/b', [['name', 'X.PDF']]],
  [
    'no spaces',
    'a/b;x=1;y=2',
    'a/b',
    [
      ['x', '1'],
      ['y', '2'],
    ],
  ],
  ['spaces around the equals sign', 'a/b; x = 1', 'a/b', [['x', '1']]],
  ['a quoted value', 'a/b; boundary="a b;c=(d)"', 'a/b', [['boundary', 'a b;c=(d)']]],
  ['escapes in quotes', 'a/b; name="a\\"b\\\\c"', 'a/b', [['name', 'a"b\\c']]],
  ['a quote without an end', 'a/b; name="abc', 'a/b', [['name', 'abc']]],
  [
    'an empty value',
    'a/b; x=; y=""',
    'a/b',
    [
      ['x', ''],
      ['y', ''],
    ],
  ],
  ['a comment behind the value', 'a/b (c); x=1', 'a/b', [['x', '1']]],
  [
    'a comment behind a parameter',
    'a/b; x=1 (c); y=2',
    'a/b',
    [
      ['x', '1'],
      ['y', '2'],
    ],
  ],
  [
    'a file name without quotes to its end',
    'a/b; name=my file (1).pdf ; x=1 2',
    'a/b',
    [
      ['name', 'my file (1).pdf'],
      ['x', '1'],
    ],
  ],
  [
    'a file name without quotes that begins oddly',
    'attachment; filename=[x] a/b "c".txt',
    'attachment',
    [['filename', '[x] a/b "c".txt']],
  ],
  ['the first parameter of a name', 'a/b; x=1; X=2', 'a/b', [['x', '1']]],
  ['junk between parameters', 'a/b; junk; =1; x=2;;', 'a/b', [['x', '2']]],
  [
    'extended parameters as they are',
    "a/b; name*0*=utf-8''%C3; name*1=x",
    'a/b',
    [
      ['name*0*', "utf-8''%C3"],
      ['name*1', 'x'],
    ],
  ],
  [
    'names of object members',
    'a/b; __proto__=1; constructor=2',
    'a/b',
    [
      ['__proto__', '1'],
      ['constructor', '2'],
    ],
  ],
];

describe('parseContentField', () => {
  for (const [description, text, value, parameters] of FIELDS) {
    it(`reads ${description}`, () => {
      assert.deepEqual(parseContentField(text), { value, parameters: new Map(parameters) });
    });
  }

  it('reads at most 128 parameters', () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `; p${index}=1`).join('');

    assert.equal(parseContentField(`a/b${text}`).parameters.size, 128);
  });

  it('takes hostile fields in its stride', () => {
    const hostile = [
      '; '.repeat(10_000_000),
      `; x="${'\\a'.repeat(10_000_000)}`,
      `;${' '.repeat(10_000_000)}`,
    ];

    assert.deepEqual(
      hostile.map((text) => parseContentField(`a/b${text}`).value),
      ['a/b', 'a/b', 'a/b'],
    );
  });
});
