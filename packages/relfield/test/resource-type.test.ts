/** Definitions of resource types. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRelfield, defineType } from 'relfield';

describe('defineType', () => {
  it('spells every field out, attributes before relationships', () => {
    const readable = () => false;

    const article = defineType('article', {
      relationships: { comments: 'optional' },
      attributes: { title: 'default', secret: { set: 'optional', readable, denied: 'hidden' } },
    });

    assert.deepEqual(article.fields, [
      { name: 'title', kind: 'attribute', set: 'default', readable: undefined, denied: 'forbidden' },
      { name: 'secret', kind: 'attribute', set: 'optional', readable, denied: 'hidden' },
      { name: 'comments', kind: 'relationship', set: 'optional', readable: undefined, denied: 'forbidden' },
    ]);
  });

  it('gives a type without fields', () => {
    assert.deepEqual(defineType('ping', {}).fields, []);
  });

  for (const [title, define] of [
    ['the attribute id', () => defineType('a', { attributes: { id: 'default' } })],
    ['the relationship type', () => defineType('a', { relationships: { type: 'default' } })],
    [
      'an attribute and a relationship of one name',
      () => defineType('a', { attributes: { b: 'default' }, relationships: { b: 'default' } }),
    ],
    ['a field name with a dot', () => defineType('a', { attributes: { 'b.c': 'default' } })],
    ['a type name that starts with an underscore', () => defineType('_a', {})],
  ] as const) {
    it(`refuses ${title}`, () => assert.throws(define, TypeError));
  }
});

describe('the types of a service', () => {
  it('have different names', () => {
    const types = [defineType('a', {}), defineType('a', {})];

    assert.throws(() => createRelfield({ types, extensions: [{ uri: 'u:1' }] }), TypeError);
  });
});
