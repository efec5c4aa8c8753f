/** Media types beyond the conformance vectors: several extensions, profiles, alternatives. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRelfield, defineType, JsonApiError, type RelfieldOptions, type ResourceType } from 'relfield';

const JA = 'application/vnd.api+json';
const types = [defineType('article', { attributes: { title: 'default' } })];
const options = {
  types,
  extensions: [{ uri: 'u:rel' }, { uri: 'u:alias' }, { uri: 'u:2024', grammar: '2024' }],
  otherExtensions: ['u:atomic'],
  profiles: ['p:cursor'],
} as const satisfies RelfieldOptions<ResourceType>;

interface Given {
  readonly accept?: string;
  readonly contentType?: string;
  readonly hasBody?: boolean;
  readonly target?: string;
}

function negotiate(given: Given, alternativeMediaTypes: readonly string[] = []): string {
  const relfield = createRelfield({ ...options, alternativeMediaTypes });
  const { accept, contentType, hasBody = false, target = '/' } = given;
  try {
    return relfield.negotiate({ target, accept, contentType, hasBody }).contentType;
  } catch (error) {
    assert.ok(error instanceof JsonApiError);
    return error.problems.map(({ code }) => code).join();
  }
}

describe('Accept', () => {
  const cases = [
    [`${JA};ext="u:atomic u:rel"`, `${JA};ext="u:atomic u:rel"`, 'extensions keep the order of the client'],
    [`${JA};ext="u:rel u:rel";ext=u:rel`, `${JA};ext="u:rel"`, 'a repeated URI counts once'],
    [`${JA};ext="u:alias"`, `${JA};ext="u:alias"`, 'an alias is answered with itself'],
    [`${JA};ext="u:rel u:alias"`, `${JA};ext="u:rel u:alias"`, 'two names of one grammar go together'],
    [`${JA};ext="u:rel u:2024"`, 'not-acceptable', 'two grammars exclude each other'],
    [`${JA};profile="p:cursor p:other"`, `${JA};profile="p:cursor"`, 'only applied profiles are named'],
    [
      `${JA};ext="u:rel";profile="p:cursor"`,
      `${JA};ext="u:rel";profile="p:cursor"`,
      'extensions come before profiles',
    ],
    [
      `${JA}, ${JA};ext="u:rel", ${JA};ext="u:rel u:atomic"`,
      `${JA};ext="u:rel u:atomic"`,
      'most extensions win',
    ],
    [`${JA};ext="u:alias", ${JA};ext="u:rel"`, `${JA};ext="u:alias"`, 'equals keep the order of the header'],
    [`${JA};q=0.000`, 'not-acceptable', 'a weight of zero excludes'],
    [`${JA};q=1.5, ${JA};ext="u:rel";q=0.1`, `${JA};ext="u:rel"`, 'a malformed weight drops the entry'],
    [`${JA};q=1;q=1`, 'not-acceptable', 'a repeated weight drops the entry'],
    ['*/*;q=0', 'not-acceptable', 'a wildcard may refuse everything'],
    ['*/*;q=0, application/*', JA, 'the more specific wildcard decides'],
    ['application/*;q=0, */*', 'not-acceptable', 'the more specific wildcard decides against us too'],
  ] as const;
  for (const [accept, contentType, rule] of cases) {
    it(`${accept}: ${rule}`, () => assert.equal(negotiate({ accept }), contentType));
  }

  it('prefers entries with the extension when the query needs it', () => {
    const accept = `${JA}, ${JA};ext="u:atomic u:rel";q=0.1, ${JA};ext="u:atomic"`;

    assert.equal(negotiate({ accept, target: '/?relfield:fields[article]=*' }), `${JA};ext="u:atomic u:rel"`);
  });
});

describe('an alternative media type', () => {
  const cases = [
    ['application/json', 'application/json', 'is answered under its own name'],
    ['Application/JSON;charset=utf-8', 'application/json', 'is recognised in any case and with parameters'],
    ['application/json, text/plain, */*', 'application/json', 'goes before a wildcard of the same weight'],
    ['application/json;q=0.5, */*', JA, 'gives way to a heavier wildcard'],
    ['application/json;q=0', 'not-acceptable', 'may be refused'],
    [`application/json, ${JA};q=0.1`, JA, 'gives way to JSON:API once that is named'],
    ['text/html', 'not-acceptable', 'does not stand for others'],
  ] as const;
  for (const [accept, contentType, rule] of cases) {
    it(`${accept} ${rule}`, () => assert.equal(negotiate({ accept }, ['application/JSON']), contentType));
  }

  it('may carry a body', () => {
    assert.equal(
      negotiate({ contentType: 'application/json; charset=utf-8', hasBody: true }, ['application/json']),
      JA,
    );
  });
});

describe('Content-Type', () => {
  const cases = [
    [undefined, true, 'unsupported-media-type', 'is needed for a body'],
    [undefined, false, JA, 'is not needed without one'],
    ['text/plain', false, JA, 'does not matter without a body'],
    ['text/plain', true, 'unsupported-media-type', 'must be JSON:API for a body'],
    [JA, true, JA, 'is fine as plain JSON:API'],
    [`${JA};ext="u:2024 u:atomic"`, true, JA, 'may name any supported extension'],
    [`${JA};q=1`, true, 'media-type-parameter', 'has no weight'],
    [`${JA}, text/plain`, true, 'unsupported-media-type', 'must be one media type'],
    [`text/plain, ${JA};charset=x`, false, 'media-type-parameter', 'is judged wherever JSON:API stands'],
  ] as const;
  for (const [contentType, hasBody, expected, rule] of cases) {
    it(`${contentType}, ${hasBody ? 'with' : 'without'} a body: ${rule}`, () => {
      assert.equal(negotiate({ ...(contentType && { contentType }), hasBody }), expected);
    });
  }
});

describe('the URIs of a service', () => {
  for (const [title, extensions, otherExtensions] of [
    ['given twice', [{ uri: 'u:a' }, { uri: 'u:a', grammar: '2024' }], []],
    ['given as relfield and as another extension', [{ uri: 'u:a' }], ['u:a']],
    ['with a space', [{ uri: 'u:a b' }], []],
    ['with a quote', [{ uri: 'u:"a' }], []],
    ['that are empty', [{ uri: '' }], []],
  ] as const) {
    it(`are refused when ${title}`, () => {
      assert.throws(() => createRelfield({ types, extensions, otherExtensions }), TypeError);
    });
  }

  it('are refused as profiles too when they would break the header', () => {
    assert.throws(() => createRelfield({ ...options, profiles: ['p:"'] }), TypeError);
  });
});
