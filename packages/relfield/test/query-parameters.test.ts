/** The raw query reader. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rawQuery, readQueryParameters } from 'relfield';

describe('rawQuery', () => {
  for (const [target, query] of [
    ['/articles/1', ''],
    ['/articles/1?', ''],
    ['/articles/1?a=b?c', 'a=b?c'],
    ['http://localhost/articles/1?a=+', 'a=+'],
  ] as const) {
    it(`of ${target} is '${query}'`, () => assert.equal(rawQuery(target), query));
  }
});

describe('readQueryParameters', () => {
  const cases = [
    ['', [], 'an empty query has none'],
    ['&&', [], 'empty segments are skipped'],
    ['a', [{ name: 'a', rawValue: '' }], 'a missing = is an empty value'],
    ['a=b=c', [{ name: 'a', rawValue: 'b=c' }], 'the first = separates'],
    ['=x', [{ name: '', rawValue: 'x' }], 'a name may be empty'],
    ['a=1;b=2', [{ name: 'a', rawValue: '1;b=2' }], '; does not separate'],
    ['a+b%20c=+%2B', [{ name: 'a b c', rawValue: '+%2B' }], 'names are decoded, values are not'],
    ['%5b%5D%3A=1', [{ name: '[]:', rawValue: '1' }], 'brackets and colons are equal in any form'],
    [
      'a=1&a=2',
      [
        { name: 'a', rawValue: '1' },
        { name: 'a', rawValue: '2' },
      ],
      'repeats are kept in order',
    ],
  ] as const;
  for (const [query, parameters, rule] of cases) {
    it(`${rule}: '${query}'`, () => assert.deepEqual(readQueryParameters(query), parameters));
  }
});
