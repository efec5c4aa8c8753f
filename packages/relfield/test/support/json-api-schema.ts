/** The rules of JSON:API 1.1 that a response document can be checked against, as a JSON Schema of our own. */

import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';

const memberName =
  '^[a-zA-Z0-9\\u0080-\\uffff](?:[-_ a-zA-Z0-9\\u0080-\\uffff]*[a-zA-Z0-9\\u0080-\\uffff])?$';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  anyOf: [{ required: ['data'] }, { required: ['errors'] }, { required: ['meta'] }],
  not: { required: ['data', 'errors'] },
  dependentRequired: { included: ['data'] },
  properties: {
    data: {
      oneOf: [
        { type: 'null' },
        { $ref: '#/$defs/resource' },
        { type: 'array', items: { $ref: '#/$defs/resource' }, uniqueItems: true },
      ],
    },
    errors: { type: 'array', minItems: 1, items: { $ref: '#/$defs/error' } },
    included: { type: 'array', items: { $ref: '#/$defs/resource' }, uniqueItems: true },
    meta: { type: 'object' },
    links: { $ref: '#/$defs/links' },
    jsonapi: { type: 'object', properties: { version: { type: 'string' } } },
  },
  additionalProperties: false,
  $defs: {
    resource: {
      type: 'object',
      required: ['type', 'id'],
      properties: {
        type: { type: 'string', pattern: memberName },
        // The one deliberate deviation: an article's id is an integer.
        id: { type: ['string', 'integer'] },
        attributes: { $ref: '#/$defs/fields' },
        relationships: {
          type: 'object',
          allOf: [{ $ref: '#/$defs/fields' }],
          additionalProperties: { $ref: '#/$defs/relationship' },
        },
        links: { $ref: '#/$defs/links' },
        meta: { type: 'object' },
      },
      if: { properties: { id: { type: 'integer' } } },
      // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
      then: { properties: { type: { const: 'article' } } },
      additionalProperties: false,
    },
    fields: {
      type: 'object',
      propertyNames: { pattern: memberName, not: { enum: ['id', 'type'] } },
    },
    relationship: {
      type: 'object',
      anyOf: [{ required: ['links'] }, { required: ['data'] }, { required: ['meta'] }],
      properties: { links: { $ref: '#/$defs/links' }, data: true, meta: { type: 'object' } },
      additionalProperties: false,
    },
    links: {
      type: 'object',
      additionalProperties: {
        oneOf: [{ type: ['string', 'null'] }, { type: 'object', required: ['href'] }],
      },
    },
    error: {
      type: 'object',
      minProperties: 1,
      properties: {
        id: { type: 'string' },
        links: { $ref: '#/$defs/links' },
        status: { type: 'string', pattern: '^[45][0-9]{2}$' },
        code: { type: 'string' },
        title: { type: 'string' },
        detail: { type: 'string' },
        source: {
          type: 'object',
          minProperties: 1,
          properties: {
            pointer: { type: 'string', pattern: '^(/([^~/]|~[01])*)*$' },
            parameter: { type: 'string' },
            header: { type: 'string' },
          },
          additionalProperties: false,
        },
        meta: { type: 'object' },
      },
      additionalProperties: false,
    },
  },
};

const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false }).compile(
  schema,
);

/** Fails the test if a document breaks a rule of JSON:API. */
export function assertJsonApi(document: unknown): void {
  const isValid = validate(document);
  assert.ok(isValid, JSON.stringify({ errors: validate.errors, document }, null, 1));
}
