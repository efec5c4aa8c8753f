import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { renderApiTypes } from '../../../../../scripts/openapi-types.ts';
import { API_VERSIONS } from '../../../src/http/server/api-versions.ts';
import { readGoldenFile } from './described-answers.ts';

/** A document with one schema, and a path without methods. */
function documentOf(schema: object) {
  return { components: { schemas: { Thing: schema } }, paths: { '/things': {} } };
}

describe('renderApiTypes', () => {
  for (const { tag } of API_VERSIONS) {
    it(`gives exactly test/support/api-${tag}.ts; \`npm run docs\` rewrites it`, () => {
      const file = new URL(`../../support/api-${tag}.ts`, import.meta.url);

      const types = renderApiTypes(tag, JSON.parse(readGoldenFile(tag)));

      assert.equal(types, readFileSync(file, 'utf8'));
    });
  }

  it('writes members that may be missing, lists, choices and references', () => {
    const types = renderApiTypes(
      'v0',
      documentOf({
        type: 'object',
        required: ['kind', 'children'],
        properties: {
          kind: { const: 'thing' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          size: { enum: ['s', 'm'] },
          'not-a-name': { type: ['integer', 'null'] },
        },
      }),
    );

    assert.match(
      types,
      /Thing: \{\n {4}kind: 'thing';\n {4}children: V0Schemas\['Thing'\]\[\];\n {4}size\?: 's' \| 'm';\n {4}'not-a-name'\?: number \| null;\n {2}\};/,
    );
  });

  it('refuses to guess at a keyword that it does not know', () => {
    assert.throws(() => renderApiTypes('v0', documentOf({ allOf: [] })), {
      message: 'Types cannot be written for the keyword allOf.',
    });
  });
});
