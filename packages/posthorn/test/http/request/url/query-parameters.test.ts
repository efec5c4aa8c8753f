import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQueryParameters, singleValue } from '../../../../src/http/request/url/query-parameters.ts';

describe('parseQueryParameters', () => {
  it('decodes names and values', () => {
    assert.deepEqual(
      [...parseQueryParameters('a=1&b%5Bc%5D=x+y%2B%C3%BC&d')],
      [
        ['a', ['1']],
        ['b[c]', ['x y+ü']],
        ['d', ['']],
      ],
    );
  });

  it('keeps repeated values in their order', () => {
    assert.deepEqual(
      [...parseQueryParameters('a=2&b=0&a=1')],
      [
        ['a', ['2', '1']],
        ['b', ['0']],
      ],
    );
  });

  it('keeps the names of prototypes as names', () => {
    const parameters = parseQueryParameters('__proto__=x&constructor[prototype][polluted]=1');

    assert.deepEqual([...parameters.keys()], ['__proto__', 'constructor[prototype][polluted]']);
    assert.equal('polluted' in {}, false);
  });
});

describe('singleValue', () => {
  it('is undefined for a missing parameter', () => {
    assert.equal(singleValue(parseQueryParameters('a=1'), 'b'), undefined);
  });

  it('refuses a repeated parameter and names it', () => {
    assert.throws(() => singleValue(parseQueryParameters('limit=1&limit=1'), 'limit'), {
      code: 'invalid-parameter',
      details: { parameter: 'limit', detail: 'parameter "limit" must not be repeated' },
    });
  });
});
