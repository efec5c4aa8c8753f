import type { TypeName } from '../../../resources/identifiers/resource-types.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { DescribedBody, ParameterSchemas } from '../../route/api-route.ts';

const MEDIA_TYPE = 'application/vnd.api+json';

/** Body of a request with a document. */
export function documentBody(schema: JsonSchema, example: unknown): DescribedBody {
  return { content: { [MEDIA_TYPE]: { schema, example } } };
}

interface RequestedResource {
  readonly title: string;
  readonly type: string;
  readonly hasId: boolean;
  /** Besides type and id. */
  readonly required?: readonly string[];
  readonly attributes?: Readonly<Record<string, JsonSchema>>;
  readonly relationships?: Readonly<Record<string, JsonSchema>>;
  readonly meta?: Readonly<Record<string, JsonSchema>>;
}

/** Schema of a document with one resource (JSON:API 1.1 §crud). */
export function resourceDocument(resource: RequestedResource): JsonSchema {
  const { title, type, hasId, required = [], attributes, relationships, meta } = resource;
  const data: JsonSchema = {
    type: 'object',
    required: ['type', ...(hasId ? ['id'] : []), ...required],
    properties: {
      type: { type: 'string', const: type },
      ...(hasId && { id: { type: 'string', description: 'The id that the address stands for.' } }),
      ...(attributes && { attributes: { type: 'object', properties: attributes } }),
      ...(relationships && { relationships: { type: 'object', properties: relationships } }),
      ...(meta && { meta: { type: 'object', properties: meta } }),
    },
  };
  return { title, type: 'object', required: ['data'], properties: { data } };
}

/** A relationship to one resource or many. */
export function linkageSchema(type: TypeName, { isMany = false, isNullable = false, description = '' } = {}) {
  const identifier = identifierSchema(type);
  const data = isMany
    ? { type: 'array', items: identifier }
    : { ...identifier, type: isNullable ? ['object', 'null'] : 'object' };
  return { type: 'object', required: ['data'], description, properties: { data } } as const;
}

/** Document of a to-one relationship. */
export function linkageDocument(type: TypeName): JsonSchema {
  const properties = { data: identifierSchema(type) };
  return { title: `${type}Linkage`, type: 'object', required: ['data'], properties };
}

/** An optional document that identifies the resource. */
export function identifierDocument(type: TypeName): JsonSchema {
  const properties = { type: { type: 'string', const: type }, id: { type: 'string' } };
  const data = { type: ['object', 'null'], required: ['type'], properties };
  const description = 'The body may be missing, or empty.';
  return { title: `${type}Identity`, type: 'object', description, properties: { data } };
}

/** A change's header fields. */
export function changeHeaders(...names: readonly ('if-match' | 'idempotency-key')[]): ParameterSchemas {
  return Object.fromEntries(names.map((name) => [name, HEADERS[name]]));
}

const HEADERS = {
  'if-match': {
    type: 'string',
    description:
      'The `ETag` of an answer about the message: the change is done only if it is the same message and the flags that ' +
      'the answer showed still stand; else 412. `*` stands for any.',
    examples: ['W/"1700000001.10.s1a0d0f0.oMGrCyTqGL0uxK0Nb2mQ2Q"'],
  },
  'idempotency-key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'Visible ASCII characters, made up by the client. A request that comes again with the same key is not done again: it ' +
      'gets the answer of the first, with `Idempotency-Replayed: true`.',
    examples: ['7f1a3f0e-3f3d-4a0e-9d1c-0b7a9b3f5f6d'],
  },
} as const satisfies ParameterSchemas;

function identifierSchema(type: TypeName): JsonSchema {
  return {
    type: 'object',
    required: ['type', 'id'],
    properties: { type: { type: 'string', const: type }, id: { type: 'string' } },
  };
}
