import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { changeEnvText, parseEnvText } from '../../src/config/env-text.ts';
import { quoteEnvValue } from '../../src/config/env-value.ts';

const change = (text: string, changes: Readonly<Record<string, string | null>>) =>
  changeEnvText(text, new Map(Object.entries(changes)));

describe('changeEnvText', () => {
  it('changes one value and leaves everything else as it is, octet by octet', () => {
    const before =
      '# Mail\n\nAPP_URL=http://old.example\nexport OTHER = "a # b"  # why\n\n#APP_URL=no\nLAST=1\n';

    assert.equal(
      change(before, { APP_URL: 'http://new.example' }),
      '# Mail\n\nAPP_URL=http://new.example\nexport OTHER = "a # b"  # why\n\n#APP_URL=no\nLAST=1\n',
    );
  });

  it('appends what is not there yet', () => {
    assert.equal(change('A=1\n', { B: '2', C: '3' }), 'A=1\nB=2\nC=3\n');
    assert.equal(change('', { B: '2' }), 'B=2\n');
  });

  it('ends an open last line before it appends', () => {
    assert.equal(change('A=1', { B: '2' }), 'A=1\nB=2\n');
  });

  it('removes a key for null, and nothing where it is missing', () => {
    assert.equal(change('A=1\nB=2\nC=3\n', { B: null, D: null }), 'A=1\nC=3\n');
  });

  it('keeps the line ends of the file and its byte order mark', () => {
    assert.equal(change('\ufeffA=1\r\n# c\r\n', { A: '2', B: '3' }), '\ufeffA=2\r\n# c\r\nB=3\r\n');
  });

  it('keeps the comment behind the value, the space around the sign, and export', () => {
    assert.equal(change('export A = "x" # why\n', { A: 'y z' }), "export A = 'y z' # why\n");
  });

  it('replaces a value of several lines', () => {
    assert.equal(change('A="x\ny=1" # c\nB=2\n', { A: 'z' }), 'A=z # c\nB=2\n');
  });

  it('takes no line inside of a value for an assignment', () => {
    assert.equal(change('A="\nB=1\n"\nB=2\n', { B: '3' }), 'A="\nB=1\n"\nB=3\n');
  });

  it('leaves one assignment of several, where the one stood that counted', () => {
    assert.equal(change('A=1\nB=2\nA=3\n', { A: '4' }), 'B=2\nA=4\n');
  });

  it('puts the key first where its quotes would close those of a line above', () => {
    assert.equal(change('A="open\nC=1\n', { B: "it's" }), `B="it's"\nA="open\nC=1\n`);
    assert.equal(change('A="open\nB=1\n', { B: "it's" }), `B="it's"\nA="open\n`);
  });

  it('refuses a value that would begin another line', () => {
    assert.throws(() => change('', { A: 'x\nAPP_DEBUG=true' }), /The value of A cannot be written/);
  });
});

const key = fc.constantFrom('APP_URL', 'APP_ENV', 'B', 'C_1');
const character = fc.oneof(
  fc.constantFrom(...'aZ09 \'"`#=$\\{}()!;&|<>~*?[]:/.,-%ü€😀', '\\n'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const value = fc
  .array(character, { minLength: 1, maxLength: 12 })
  .map((characters) => characters.join(''))
  .filter((text) => quoteEnvValue(text) !== undefined);
const otherValue = fc.constantFrom(
  '1',
  '',
  'a b',
  '"q # x"',
  "'s' # c",
  '`b`',
  '"two\nlines"',
  'x # c',
  '"\\n"',
);
const otherKey = fc.constantFrom('X', 'Y_2', 'lower', 'A.B-C');
const comment = fc.constantFrom('# c', '#APP_URL=old', '# "quoted', "# it's", '#');
const orderlyLine = fc.oneof(
  comment,
  fc.constant(''),
  fc.tuple(fc.oneof(key, otherKey), otherValue).map(([name, text]) => `${name}=${text}`),
  fc.tuple(otherKey, otherValue).map(([name, text]) => `export ${name} = ${text}`),
);
const strayLine = fc.constantFrom('stray', '  # indented', '   ', '=', 'A="open', "B='", 'Z=`', 'x y=1');
const toText = (line: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, end, isOpen]) => lines.join(end) + (isOpen ? '' : end));

/** What has to stay when this key changes. */
function remains(text: string, changedKey: string) {
  const values = [...parseEnvText(text)].filter(([name]) => name !== changedKey);
  const comments = text.split(/\r?\n/).filter((line) => line.startsWith('#'));
  return { values, comments };
}

describe('changeEnvText, for any value and any orderly file', () => {
  it('sets exactly that value, and keeps all comments and other keys', () => {
    fc.assert(
      fc.property(toText(orderlyLine), key, value, (before, name, text) => {
        const after = change(before, { [name]: text });

        assert.equal(parseEnvText(after).get(name), text);
        assert.deepEqual(remains(after, name), remains(before, name));
      }),
      { numRuns: 500 },
    );
  });

  it('removes the key, and keeps all comments and other keys', () => {
    fc.assert(
      fc.property(toText(orderlyLine), key, (before, name) => {
        const after = change(before, { [name]: null });

        assert.equal(parseEnvText(after).get(name), undefined);
        assert.deepEqual(remains(after, name), remains(before, name));
      }),
      { numRuns: 300 },
    );
  });

  it('does the same when the file has lines that are no assignments', () => {
    fc.assert(
      fc.property(toText(fc.oneof(orderlyLine, strayLine)), key, value, (before, name, text) => {
        const after = change(before, { [name]: text });

        assert.equal(parseEnvText(after).get(name), text);
        assert.deepEqual(remains(after, name).values, remains(before, name).values);
      }),
      { numRuns: 500 },
    );
  });
});

describe('parseEnvText', () => {
  it('reads what dotenv files are made of', () => {
    const text = [
      '# comment',
      'A=1 # why',
      'export B = " two  words " # why',
      "C='# as it is \\n'",
      'D="line\\nline"',
      'E=`it\'s "quoted"`',
      'F= ',
      'G.H-I=',
      '\tJ=x=y',
      'K="two',
      'lines" # why',
      "L=''",
      'A=last',
    ];
    const values = {
      A: 'last',
      B: ' two  words ',
      C: '# as it is \\n',
      D: 'line\nline',
      E: 'it\'s "quoted"',
      F: '',
      'G.H-I': '',
      J: 'x=y',
      K: 'two\nlines',
      L: '',
    };

    for (const end of ['\n', '\r\n']) {
      assert.deepEqual(Object.fromEntries(parseEnvText(text.join(end))), values);
    }
  });

  it('leaves out lines that are no assignments, whatever is around them', () => {
    assert.deepEqual(
      [...parseEnvText('stray\nA=1\nx y=2\n=\nB="open\nC=3\n')],
      [
        ['A', '1'],
        ['B', '"open'],
        ['C', '3'],
      ],
    );
  });

  it('reads a file as Node does, where its versions agree', () => {
    const isReadAlike = (line: string) => !/=\s*$/.test(line);
    fc.assert(
      fc.property(toText(orderlyLine.filter(isReadAlike)), (text) => {
        const closed = `${text}\n`;
        assert.deepEqual(Object.fromEntries(parseEnvText(closed)), { ...parseEnv(closed) });
      }),
      { numRuns: 500 },
    );
  });
});
