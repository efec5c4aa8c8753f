import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject, parseJson } from '../../../src/http/request/json-object.ts';

describe('parseJson', () => {
  it('gives the value of a JSON text', () => {
    assert.deepEqual(parseJson('[{"a":null}]'), [{ a: null }]);
  });

  it('gives undefined for what is not JSON', () => {
    assert.equal(parseJson('-date'), undefined);
  });
});

describe('isJsonObject', () => {
  it('is true for objects only', () => {
    assert.deepEqual([{}, [], null, 'x', 1, undefined].map(isJsonObject), [
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
