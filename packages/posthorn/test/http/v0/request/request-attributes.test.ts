import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAttributes, requireAttributes } from '../../../../src/http/v0/request/request-attributes.ts';
import { thrownBy } from '../../../support/domain-values.ts';

describe('readAttributes', () => {
  for (const [title, body] of [
    ['no body', undefined],
    ['null', null],
    ['an empty object', {}],
    ['no data', { data: null }],
    ['data without attributes', { data: { type: 'MessageBody' } }],
    ['attributes that are null', { data: { attributes: null } }],
  ] as const) {
    it(`finds no attributes in ${title}`, () => {
      assert.deepEqual(readAttributes(body), {});
    });

    it(`lets nobody take ${title} for attributes that are required`, () => {
      assert.equal(thrownBy(() => requireAttributes(body)).code, 'invalid-document');
    });
  }

  for (const [title, body] of [
    ['a text', 'text'],
    ['a list', []],
    ['data that is a list', { data: [] }],
    ['attributes that are a text', { data: { attributes: 'x' } }],
  ] as const) {
    it(`refuses ${title}`, () => {
      assert.equal(thrownBy(() => readAttributes(body)).details.member, 'attributes');
      assert.equal(thrownBy(() => requireAttributes(body)).details.member, 'attributes');
    });
  }
});
