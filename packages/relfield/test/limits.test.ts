/** Limits and their defaults. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRelfield, DEFAULT_LIMITS, defineType, JsonApiError } from 'relfield';

const types = [
  defineType('article', { attributes: { title: 'default' } }),
  defineType('comment', { attributes: { author: 'default' } }),
];
const extensions = [{ uri: 'https://example.org/ext' }] as const;
const accept = 'application/vnd.api+json;ext="https://example.org/ext"';

function codesFor(query: string, limits: Partial<typeof DEFAULT_LIMITS>): readonly string[] {
  const relfield = createRelfield({ types, extensions, limits });
  try {
    const negotiated = relfield.negotiate({
      target: `/?${query}`,
      accept,
      contentType: undefined,
      hasBody: false,
    });
    relfield.select(negotiated, { client: undefined });
    return [];
  } catch (error) {
    assert.ok(error instanceof JsonApiError);
    return error.problems.map(({ code }) => code);
  }
}

describe('limits', () => {
  it('are 8 KiB of query, 64 parameters, 256 tokens and 32 types unless said otherwise', () => {
    assert.deepEqual(DEFAULT_LIMITS, {
      maxQueryCharacters: 8192,
      maxParameters: 64,
      maxTokens: 256,
      maxTypes: 32,
    });
  });

  for (const limits of [
    { maxTokens: 0 },
    { maxTypes: -1 },
    { maxParameters: 1.5 },
    { maxQueryCharacters: Number.NaN },
  ]) {
    it(`refuse ${JSON.stringify(limits)}`, () => {
      assert.throws(() => createRelfield({ types, extensions, limits }), RangeError);
    });
  }

  it('allow a query of exactly the given length', () => {
    assert.deepEqual(codesFor('fields[article]=title', { maxQueryCharacters: 21 }), []);
    assert.deepEqual(codesFor('fields[article]=title', { maxQueryCharacters: 20 }), ['query-too-long']);
  });

  it('allow exactly the given number of parameters', () => {
    const query = 'fields[article]=title&fields[comment]=author';

    assert.deepEqual(codesFor(query, { maxParameters: 2 }), []);
    assert.deepEqual(codesFor(query, { maxParameters: 1 }), ['too-many-parameters']);
  });

  it('allow exactly the given number of tokens, in both parameters', () => {
    assert.deepEqual(codesFor('fields[article]=title,title', { maxTokens: 2 }), []);
    assert.deepEqual(codesFor('fields[article]=title,title', { maxTokens: 1 }), ['too-many-tokens']);
    assert.deepEqual(codesFor('relfield:fields[article]=*,*', { maxTokens: 1 }), ['too-many-tokens']);
  });

  it('count a type once, and allow exactly the given number of types', () => {
    const query = 'fields[article]=title&relfield:fields[comment]=*';

    assert.deepEqual(codesFor(query, { maxTypes: 2 }), []);
    assert.deepEqual(codesFor(query, { maxTypes: 1 }), ['too-many-parameters']);
  });
});
