/** Projection of resource objects and documents. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineType, type ResourceObject, sparseResource } from 'relfield';
import { select } from './support/selection.ts';

const article = defineType('article', {
  attributes: { title: 'default', text: 'default', constructor: 'optional' },
  relationships: { author: 'default', comments: 'optional' },
});
const person = defineType('person', { attributes: { name: 'default', email: 'optional' } });
const options = { types: [article, person] };
const selectionOf = (query: string) => select({ options, query, client: undefined });
const maskOf = (query: string) => selectionOf(query).mask('article');

const ARTICLE = {
  type: 'article',
  id: '1',
  links: { self: '/articles/1' },
  relationships: { comments: { data: [] }, author: { data: { type: 'person', id: '2' } } },
  attributes: { text: 'Text', title: 'Title', undeclared: 'never sent' },
} as const;
const PERSON = { type: 'person', id: '2', attributes: { name: 'Jane', email: 'jane@example.org' } } as const;

describe('sparseResource', () => {
  it('keeps selected fields in declared order and all other members', () => {
    const sparse = sparseResource(ARTICLE, maskOf(''));

    assert.deepEqual(sparse, {
      type: 'article',
      id: '1',
      links: { self: '/articles/1' },
      relationships: { author: { data: { type: 'person', id: '2' } } },
      attributes: { title: 'Title', text: 'Text' },
    });
    assert.equal(JSON.stringify(sparse.attributes), '{"title":"Title","text":"Text"}');
  });

  it('leaves the original alone', () => {
    const before = structuredClone(ARTICLE);

    sparseResource(ARTICLE, maskOf('fields[article]='));

    assert.deepEqual(ARTICLE, before);
  });

  it('keeps empty attributes and drops empty relationships', () => {
    const { type, id, links } = ARTICLE;

    assert.deepEqual(sparseResource(ARTICLE, maskOf('fields[article]=')), {
      type,
      id,
      links,
      attributes: {},
    });
  });

  it('adds nothing to a resource identifier', () => {
    assert.deepEqual(sparseResource({ type: 'article', id: '1' }, maskOf('')), { type: 'article', id: '1' });
  });

  it('leaves out what the resource lacks, also when its prototype has it', () => {
    const sparse = sparseResource(
      { type: 'article', id: '1', attributes: { title: 'T' } },
      maskOf('relfield:fields[article]=*'),
    );

    assert.deepEqual(sparse.attributes, { title: 'T' });
  });

  it('never reads a field that is not selected', () => {
    const attributes = {
      title: 'T',
      get text(): string {
        throw new Error('The text was fetched in vain.');
      },
    };

    assert.deepEqual(
      sparseResource({ type: 'article', id: '1', attributes }, maskOf('fields[article]=title')).attributes,
      {
        title: 'T',
      },
    );
  });

  it('refuses the mask of another type, which would leak fields', () => {
    assert.throws(() => sparseResource(PERSON, maskOf('')), TypeError);
  });
});

describe('FieldSelection.sparseDocument', () => {
  it('trims the primary resource and every included one by its own type', () => {
    // A member that no type declares is known at run time only.
    const data: ResourceObject = ARTICLE;
    const document = { data, included: [PERSON], meta: { page: 1 } };
    const query = 'relfield:fields[article]=-author,-text&relfield:fields[person]=%2Bemail,-name';

    assert.deepEqual(selectionOf(query).sparseDocument(document), {
      data: { type: 'article', id: '1', links: { self: '/articles/1' }, attributes: { title: 'Title' } },
      included: [{ type: 'person', id: '2', attributes: { email: 'jane@example.org' } }],
      meta: { page: 1 },
    });
  });

  it('trims each resource of a list', () => {
    const document = { data: [PERSON, { ...PERSON, id: '3' }] };

    assert.deepEqual(selectionOf('').sparseDocument(document), {
      data: [
        { type: 'person', id: '2', attributes: { name: 'Jane' } },
        { type: 'person', id: '3', attributes: { name: 'Jane' } },
      ],
    });
  });

  it('keeps empty primary data', () => {
    assert.deepEqual(selectionOf('').sparseDocument({ data: null }), { data: null });
    assert.deepEqual(selectionOf('').sparseDocument({ data: [] }), { data: [] });
  });

  it('refuses a type that the service does not have', () => {
    const data: ResourceObject = { type: 'other', id: '1' };
    assert.throws(() => selectionOf('').sparseDocument({ data }), TypeError);
  });
});
