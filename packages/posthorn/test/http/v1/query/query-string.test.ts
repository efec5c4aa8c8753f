import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readQueryParameters } from 'relfield';
import { type QueryChanges, writeQuery } from '../../../../src/http/v1/query/query-string.ts';

describe('writeQuery', () => {
  const QUERIES: readonly (readonly [string, string])[] = [
    ['', ''],
    ['a=1&b=2', '?a=1&b=2'],
    ['page[limit]=5', '?page%5Blimit%5D=5'],
    ['filter[subject]=a+b%20c', '?filter%5Bsubject%5D=a%20b%20c'],
    ['relfield:fields[MessageItem]=+cc,-to', '?relfield%3Afields%5BMessageItem%5D=%2Bcc%2C-to'],
    ['relfield%3Afields[MessageItem]=%2Bcc', '?relfield%3Afields%5BMessageItem%5D=%2Bcc'],
    ['_dc=123', ''],
    ['a=1&_dc=123&a=2', '?a=1&a=2'],
    ['q=%E4&r=%', '?q=%EF%BF%BD&r=%25'],
  ];
  for (const [query, expected] of QUERIES) {
    it(`writes ${query} as ${expected}`, () => {
      assert.equal(writeQuery(readQueryParameters(query)), expected);
    });
  }

  it('replaces, removes and adds parameters', () => {
    const changes: QueryChanges = new Map([
      ['a', '9'],
      ['b', null],
      ['c', '3'],
    ]);

    assert.equal(writeQuery(readQueryParameters('a=1&b=2&d=4&a=5'), changes), '?d=4&a=9&c=3');
  });
});
