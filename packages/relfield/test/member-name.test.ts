/** Legal member names. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMemberName } from 'relfield';

describe('isMemberName', () => {
  for (const name of [
    'a',
    'Z',
    '0',
    'first-name',
    'first_name',
    'first name',
    'caf\u00e9',
    '\u00e9',
    '\u{1f600}',
  ]) {
    it(`accepts '${name}'`, () => assert.equal(isMemberName(name), true));
  }

  for (const name of [
    '',
    '-a',
    'a-',
    '_a',
    'a_',
    ' a',
    'a ',
    '__proto__',
    '@context',
    'a.b',
    'a,b',
    '+a',
    '*',
    'a\u0000',
    'a\n',
  ]) {
    it(`refuses ${JSON.stringify(name)}`, () => assert.equal(isMemberName(name), false));
  }
});
