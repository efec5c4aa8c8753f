/** The token parser and the positions it reports. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseFieldNames, parseFieldTokens } from 'relfield';
import { countTokens } from '../src/field-tokens.ts';
import { markTokens } from './support/marked-tokens.ts';

const STRICT = { grammar: 'prefixed', spaceIsPlus: false } as const;

describe('parseFieldTokens', () => {
  it('gives additions, exclusions and wildcards with their positions', () => {
    const value = '*,+version,-text';

    assert.deepEqual(markTokens(value, parseFieldTokens(value, STRICT)), [
      '*,+version,-text',
      "^ wildcard '*'",
      '*,+version,-text',
      "  ^ add 'version'",
      '*,+version,-text',
      "           ^ exclude 'text'",
    ]);
  });

  it('marks each malformed token', () => {
    const value = 'version,+,-_x,, +a,**';

    assert.deepEqual(markTokens(value, parseFieldTokens(value, STRICT)), [
      'version,+,-_x,, +a,**',
      "^ missing-prefix 'version'",
      'version,+,-_x,, +a,**',
      "        ^ invalid-field-name ''",
      'version,+,-_x,, +a,**',
      "          ^ invalid-field-name '_x'",
      'version,+,-_x,, +a,**',
      "              ^ missing-prefix ''",
      'version,+,-_x,, +a,**',
      "               ^ missing-prefix ' +a'",
      'version,+,-_x,, +a,**',
      "                   ^ missing-prefix '**'",
    ]);
  });

  it('finds no token in an empty value', () => {
    assert.deepEqual(parseFieldTokens('', STRICT), []);
  });

  it('takes a leading space for a plus where the deployment needs it', () => {
    const tokens = parseFieldTokens(' version,-text,  a', { ...STRICT, spaceIsPlus: true });

    assert.deepEqual(tokens, [
      { kind: 'add', name: 'version', position: 0 },
      { kind: 'exclude', name: 'text', position: 9 },
      { kind: 'invalid-field-name', name: ' a', position: 15 },
    ]);
  });

  it('reads bare names as additions in the grammar of 2024, and + as part of an illegal name', () => {
    const tokens = parseFieldTokens('version,-text,*,+a,', { ...STRICT, grammar: '2024' });

    assert.deepEqual(tokens, [
      { kind: 'add', name: 'version', position: 0 },
      { kind: 'exclude', name: 'text', position: 8 },
      { kind: 'wildcard', name: '*', position: 14 },
      { kind: 'invalid-field-name', name: '+a', position: 16 },
      { kind: 'invalid-field-name', name: '', position: 19 },
    ]);
  });
});

describe('parseFieldNames', () => {
  it('gives names only', () => {
    assert.deepEqual(parseFieldNames('title,*'), [
      { kind: 'add', name: 'title', position: 0 },
      { kind: 'invalid-field-name', name: '*', position: 6 },
    ]);
  });
});

describe('countTokens', () => {
  for (const [value, count] of [
    ['', 0],
    ['a', 1],
    [',', 2],
    ['a,b,', 3],
  ] as const) {
    it(`finds ${count} in '${value}'`, () => assert.equal(countTokens(value), count));
  }
});
