/** The answer to a request that changed something, as v1's operations describe it. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { TypeName } from '../identifiers/resource-types.ts';
import { anyResource, selfLinkSchema, uriSchema } from './document-answer.ts';

interface ChangeAnswer {
  readonly description: string;
  /** 201 where something was created; its address is then the Location. */
  readonly status?: 200 | 201;
  /** Absent where the answer has no data. */
  readonly data?: JsonSchema;
  /** The types that `include` can bring along. */
  readonly included?: readonly TypeName[];
  /** The members of `meta`; those of the example are always there unless they are named optional. */
  readonly meta?: Readonly<Record<string, JsonSchema>>;
  /** Those of them that are always there. */
  readonly requiredMeta?: readonly string[];
  /** The document without its `jsonapi`. */
  readonly example: Readonly<Record<string, unknown>>;
}

const HEADERS = { etag: { type: 'string', description: 'For `If-Match`: the message as it is now.' } };
const LOCATION = { location: { ...uriSchema, description: 'The address of what was created.' } };

/** One response object (OpenAPI 3.1 §4.8.17). */
export function changeAnswer(answer: ChangeAnswer): Readonly<Record<number, object>> {
  const { status = 200, description, example } = answer;
  return {
    [status]: {
      description,
      headers: { ...HEADERS, ...(status === 201 && LOCATION) },
      content: {
        'application/vnd.api+json': {
          schema: documentSchema(answer),
          example: { jsonapi: { version: '1.1' }, ...example },
        },
        'application/json': { schema: documentSchema(answer) },
      },
    },
  };
}

/** The answer without content. */
export function emptyAnswer(description: string): Readonly<Record<number, object>> {
  return { 204: { description, type: 'null' } };
}

function documentSchema({ data, included = [], meta, requiredMeta }: ChangeAnswer): JsonSchema {
  return {
    type: 'object',
    required: ['jsonapi', ...(data ? ['data'] : ['meta'])],
    properties: {
      jsonapi: { $ref: '#/components/schemas/JsonApi' },
      links: { type: 'object', properties: { self: selfLinkSchema, related: uriSchema } },
      ...(meta && {
        meta: { type: 'object', ...(requiredMeta && { required: requiredMeta }), properties: meta },
      }),
      ...(data && { data }),
      ...(included.length > 0 && {
        included: {
          type: 'array',
          items: anyResource(included),
        },
      }),
    },
  };
}
