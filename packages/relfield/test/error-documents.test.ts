/** Error documents in full, as clients get them. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JSON_API_MEDIA_TYPE, JsonApiError } from 'relfield';
import { articles, EXTENSION_URI } from '../examples/article-types.ts';

const EXT = `${JSON_API_MEDIA_TYPE};ext="${EXTENSION_URI}"`;
const RELFIELD = 'relfield:fields[article]';

interface Given {
  readonly query?: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly hasBody?: boolean;
}

function errorsFor({ query = '', accept = EXT, contentType, hasBody = false }: Given): readonly unknown[] {
  try {
    const negotiated = articles.negotiate({ target: `/articles/1?${query}`, accept, contentType, hasBody });
    articles.select(negotiated, { client: { role: 'reader' }, primaryType: 'article' });
    return [];
  } catch (error) {
    assert.ok(error instanceof JsonApiError);
    return error.toDocument().errors;
  }
}

function badRequest(code: string, detail: string, parameter = RELFIELD): object {
  return { status: '400', code, title: 'Bad Request', detail, source: { parameter } };
}

function unsupported(code: string, detail: string): object {
  return { status: '415', code, title: 'Unsupported Media Type', detail, source: { header: 'Content-Type' } };
}

describe('the error object', () => {
  const cases: readonly (readonly [string, Given, object])[] = [
    [
      'of a token without a prefix',
      { query: `${RELFIELD}=version,-title` },
      badRequest('missing-prefix', "Missing prefix '+' or '-' for field 'version'."),
    ],
    [
      'of both parameters for one type',
      { query: `${RELFIELD}=+version&fields[article]=title` },
      badRequest('conflicting-fieldsets', 'fields[article] and relfield:fields[article] exclude each other.'),
    ],
    [
      'of a forbidden field that is added',
      { query: `${RELFIELD}=+secretfield` },
      {
        status: '403',
        code: 'forbidden-field',
        title: 'Access forbidden',
        detail: "Access to field 'secretfield' is forbidden.",
        source: { pointer: '/data/attributes/secretfield' },
        meta: { parameter: RELFIELD },
      },
    ],
    [
      'of a forbidden field in the base parameter',
      { query: 'fields[article]=secretfield' },
      {
        status: '403',
        code: 'forbidden-field',
        title: 'Access forbidden',
        detail: "Access to field 'secretfield' is forbidden.",
        source: { parameter: 'fields[article]' },
      },
    ],
    [
      'of an unknown field',
      { query: `${RELFIELD}=-nosuch` },
      badRequest('unknown-field', "Type 'article' has no field 'nosuch'."),
    ],
    [
      'of an illegal field name',
      { query: `${RELFIELD}=+a.b` },
      badRequest('invalid-field-name', "'a.b' is not a legal field name."),
    ],
    [
      'of a missing field name',
      { query: `${RELFIELD}=+` },
      badRequest('invalid-field-name', 'A field name is missing.'),
    ],
    [
      'of an excluded id',
      { query: `${RELFIELD}=-id` },
      badRequest('reserved-field', "'id' is always present and cannot be excluded."),
    ],
    [
      'of an unknown type',
      { query: 'fields[nosuch]=a' },
      badRequest('unknown-type', "There is no type 'nosuch'.", 'fields[nosuch]'),
    ],
    [
      'of an illegal type name',
      { query: 'fields[_a]=a' },
      badRequest('invalid-type', "'_a' is not a legal type name.", 'fields[_a]'),
    ],
    [
      'of an unknown parameter',
      { query: 'foo=1' },
      badRequest('unknown-parameter', "The parameter 'foo' is not supported here.", 'foo'),
    ],
    [
      'of a repeated parameter',
      { query: 'fields[article]=title&fields[article]=text' },
      badRequest(
        'repeated-parameter',
        "The parameter 'fields[article]' is given more than once; put all fields into one list.",
        'fields[article]',
      ),
    ],
    [
      'of an extension that was not negotiated',
      { query: `${RELFIELD}=*`, accept: '*/*' },
      badRequest('extension-not-negotiated', `'${RELFIELD}' needs Accept: ${EXT}.`),
    ],
    [
      'of too many tokens',
      { query: `${RELFIELD}=${'*,'.repeat(256)}*` },
      badRequest('too-many-tokens', 'The parameter may list at most 256 fields.'),
    ],
    [
      'of too many parameters',
      { query: Array.from({ length: 65 }, (_, index) => `p${index}`).join('&') },
      badRequest('too-many-parameters', 'A query may hold at most 64 parameters.', 'p64'),
    ],
    [
      'of a query that is too long',
      { query: 'x'.repeat(8193) },
      {
        status: '414',
        code: 'query-too-long',
        title: 'URI Too Long',
        detail: 'The query has 8193 characters; at most 8192 are read.',
      },
    ],
    [
      'of an Accept header that nothing fits',
      { accept: 'text/html' },
      {
        status: '406',
        code: 'not-acceptable',
        title: 'Not Acceptable',
        detail: `No media type in Accept can be produced. There is ${JSON_API_MEDIA_TYPE}, with the extensions ${EXTENSION_URI}.`,
        source: { header: 'Accept' },
      },
    ],
    [
      'of a body without a media type',
      { hasBody: true },
      unsupported(
        'unsupported-media-type',
        'The body must be sent as application/vnd.api+json, and must say so.',
      ),
    ],
    [
      'of a body of another media type',
      { hasBody: true, contentType: 'text/csv' },
      unsupported(
        'unsupported-media-type',
        "The body must be sent as application/vnd.api+json, not as 'text/csv'.",
      ),
    ],
    [
      'of a media type parameter',
      { contentType: `${JSON_API_MEDIA_TYPE};charset=utf-8` },
      unsupported(
        'media-type-parameter',
        "The media type has the parameter 'charset'; only 'ext' and 'profile' are allowed.",
      ),
    ],
    [
      'of an unsupported extension',
      { contentType: `${JSON_API_MEDIA_TYPE};ext="u:other"` },
      unsupported('unsupported-extension', "The extension 'u:other' is not supported."),
    ],
  ];
  for (const [title, given, error] of cases) {
    it(title, () => assert.deepEqual(errorsFor(given), [error]));
  }

  it('repeats no more than 100 characters of what the client sent', () => {
    const long = 'x'.repeat(500);
    const [error] = errorsFor({ query: `${long}=1` });

    assert.deepEqual(
      error,
      badRequest(
        'unknown-parameter',
        `The parameter '${long.slice(0, 100)}...' is not supported here.`,
        `${long.slice(0, 100)}...`,
      ),
    );
  });
});
