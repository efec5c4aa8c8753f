/** Reading and writing media types. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatMediaType, parseMediaTypes } from 'relfield';

describe('parseMediaTypes', () => {
  const cases = [
    ['', [], 'an empty header has none'],
    [' , ,', [], 'empty entries are skipped'],
    ['Text/HTML', [{ type: 'text/html', parameters: [] }], 'types are lower-cased'],
    [
      'a/b;;Q = 0.5 ;',
      [{ type: 'a/b', parameters: [{ name: 'q', value: '0.5' }] }],
      'white space and empty parameters are dropped',
    ],
    [
      'a/b;flag',
      [{ type: 'a/b', parameters: [{ name: 'flag', value: '' }] }],
      'a parameter may lack a value',
    ],
    [
      'a/b;x="1,2;3"',
      [{ type: 'a/b', parameters: [{ name: 'x', value: '1,2;3' }] }],
      'quotes protect separators',
    ],
    [
      'a/b;x="\\"\\\\,"',
      [{ type: 'a/b', parameters: [{ name: 'x', value: '"\\,' }] }],
      'quoted pairs are unescaped',
    ],
    [
      'a/b;x="1,c/d',
      [{ type: 'a/b', parameters: [{ name: 'x', value: '"1,c/d' }] }],
      'an open quote runs to the end',
    ],
    [
      'a/b;x=http://y/z',
      [{ type: 'a/b', parameters: [{ name: 'x', value: 'http://y/z' }] }],
      'an unquoted URI is a value',
    ],
  ] as const;
  for (const [header, entries, rule] of cases) {
    it(`${rule}: ${header}`, () => assert.deepEqual(parseMediaTypes(header), entries));
  }
});

describe('formatMediaType', () => {
  const cases = [
    [{}, 'application/vnd.api+json'],
    [{ extensions: ['u:1', 'u:2'] }, 'application/vnd.api+json;ext="u:1 u:2"'],
    [{ extensions: ['u:1'], profiles: ['p:1'] }, 'application/vnd.api+json;ext="u:1";profile="p:1"'],
  ] as const;
  for (const [uris, text] of cases) {
    it(`writes ${text}`, () => assert.equal(formatMediaType(uris), text));
  }
});
