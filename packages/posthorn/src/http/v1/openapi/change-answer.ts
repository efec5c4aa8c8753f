import type { TypeName } from '../../../resources/identifiers/resource-types.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { DescribedAnswer, DescribedAnswers } from '../../route/api-route.ts';
import { includedTypes } from '../query/include.ts';
import { anyResource, refTo, selfLinkSchema, uriSchema } from './document-answer.ts';

interface ChangeAnswer {
  readonly title: string;
  readonly description: string;
  /** 201 adds Location. */
  readonly status?: 200 | 201;
  /** Default: the message's entity tag. */
  readonly headers?: DescribedAnswer['headers'];
  /** Absent without a resource. */
  readonly type?: TypeName;
  readonly data?: JsonSchema;
  /** Always present, besides `self`. */
  readonly links?: Readonly<Record<string, JsonSchema>>;
  readonly meta?: Readonly<Record<string, JsonSchema>>;
  readonly requiredMeta?: readonly string[];
  /** Without `jsonapi`. */
  readonly example: Readonly<Record<string, unknown>>;
}

const HEADERS = { etag: { type: 'string', description: 'For `If-Match`: the message as it is now.' } };
const LOCATION = { location: { ...uriSchema, description: 'The address of what was created.' } };

/** Describes a change's response (OpenAPI 3.1 §4.8.17). */
export function changeAnswer(answer: ChangeAnswer): DescribedAnswers {
  const { status = 200, description, headers = HEADERS, example } = answer;
  return {
    [status]: {
      description,
      headers: { ...headers, ...(status === 201 && LOCATION) },
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

/** Describes a response without content. */
export function emptyAnswer(description: string): DescribedAnswers {
  return { 204: { description } };
}

function documentSchema({
  title,
  type,
  meta,
  requiredMeta,
  links = {},
  ...answer
}: ChangeAnswer): JsonSchema {
  const included = type === undefined ? [] : includedTypes(type);
  const data = answer.data ?? (type && refTo(type));
  const names = Object.keys(links);
  return {
    title,
    type: 'object',
    required: ['jsonapi', ...(data ? ['data'] : ['meta']), ...(names.length > 0 ? ['links'] : [])],
    properties: {
      jsonapi: { $ref: '#/components/schemas/JsonApi' },
      links: {
        type: 'object',
        ...(names.length > 0 && { required: names }),
        properties: { self: selfLinkSchema, related: uriSchema, ...links },
      },
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
