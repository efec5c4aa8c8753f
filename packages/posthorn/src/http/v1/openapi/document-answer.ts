/** An answer with a JSON:API document, as v1's operations describe it. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { TypeName } from '../identifiers/resource-types.ts';

interface DocumentAnswer {
  readonly description: string;
  readonly type: TypeName;
  /** An array for a list. */
  readonly example: object | readonly object[];
  /** The address of the example. */
  readonly self: string;
  /** The types that `include` can bring along. */
  readonly included?: readonly TypeName[];
  /** True for a paginated list. */
  readonly isPaged?: boolean;
  /** Further members of `meta`, and an example of each. */
  readonly meta?: Readonly<Record<string, DescribedMember>>;
  /** For the identifier of a resource in its place: the members of `meta`. */
  readonly linkage?: Readonly<Record<string, JsonSchema>>;
}

/** A member of `meta`. */
export interface DescribedMember {
  readonly schema: JsonSchema;
  /** Left out: the example has none. */
  readonly example?: unknown;
  readonly isRequired?: boolean;
}

/** The state of what is shown. */
export const stateSchema: JsonSchema = {
  type: 'string',
  description: 'For `since` of the changes: what the client has read now.',
};

/** The member of `meta` for the question what has changed since. */
export const STATE_META: Readonly<Record<string, DescribedMember>> = {
  state: {
    schema: stateSchema,
    example: 'ukeNAThH2NU3ZVlYxqVU2AD-j9AGhSIDhSI',
  },
};

export const uriSchema: JsonSchema = { type: 'string', format: 'uri' };
const URI_OR_NULL: JsonSchema = { type: ['string', 'null'], format: 'uri' };
/** A link object where the media type has parameters. */
export const selfLinkSchema: JsonSchema = {
  anyOf: [
    uriSchema,
    { type: 'object', required: ['href', 'type'], properties: { href: uriSchema, type: { type: 'string' } } },
  ],
};
const PAGE_LINKS = { first: URI_OR_NULL, prev: URI_OR_NULL, next: URI_OR_NULL, last: URI_OR_NULL };

const PAGE_META: Readonly<Record<string, DescribedMember>> = {
  page: {
    schema: {
      type: 'object',
      required: ['total'],
      properties: { total: { type: 'integer', minimum: 0, description: 'How many there are in all.' } },
    },
    example: { total: 1 },
    isRequired: true,
  },
  total: {
    schema: { type: 'integer', minimum: 0, description: 'The same, of pages that `page[number]` names.' },
  },
  incomplete: {
    schema: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      description:
        'The ids of the folders that may have more than is shown and counted. Absent when the list is complete.',
    },
  },
};

const HEADERS = { etag: { type: 'string', description: 'For `If-None-Match`.' } };

/** The responses 200 and 304 (OpenAPI 3.1 §4.8.16). */
export function documentAnswers(answer: DocumentAnswer): Readonly<Record<number, object>> {
  const { description, example, self } = answer;
  return {
    200: {
      description,
      headers: HEADERS,
      content: {
        'application/vnd.api+json': {
          schema: documentSchema(answer),
          example: {
            jsonapi: { version: '1.1' },
            links: { self },
            ...exampleMeta(answer),
            data: example,
          },
        },
        'application/json': { schema: documentSchema(answer) },
      },
    },
    304: { description: 'The document is still what `If-None-Match` names.', headers: HEADERS, type: 'null' },
  };
}

function membersOf({ isPaged, meta }: DocumentAnswer): Readonly<Record<string, DescribedMember>> {
  return { ...(isPaged && PAGE_META), ...meta };
}

function exampleMeta(answer: DocumentAnswer): { readonly meta?: object } {
  const examples = Object.entries(membersOf(answer)).filter(([, { example }]) => example !== undefined);
  if (examples.length === 0) return {};
  return { meta: Object.fromEntries(examples.map(([name, { example }]) => [name, example])) };
}

function metaSchema(answer: DocumentAnswer): { readonly meta?: JsonSchema } {
  const members = Object.entries(membersOf(answer));
  if (members.length === 0) return {};
  const required = members.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  const properties = Object.fromEntries(members.map(([name, { schema }]) => [name, schema]));
  return { meta: { type: 'object', ...(required.length > 0 && { required }), properties } };
}

function hasRequiredMeta(answer: DocumentAnswer): boolean {
  return Object.values(membersOf(answer)).some(({ isRequired }) => isRequired);
}

function documentSchema(answer: DocumentAnswer): JsonSchema {
  const { type, example, included = [], isPaged, linkage } = answer;
  const resource = linkage ? { $ref: '#/components/schemas/ResourceIdentifier' } : refTo(type);
  return {
    type: 'object',
    required: ['jsonapi', 'links', ...(hasRequiredMeta(answer) ? ['meta'] : []), 'data'],
    properties: {
      jsonapi: { $ref: '#/components/schemas/JsonApi' },
      links: {
        type: 'object',
        required: ['self'],
        properties: {
          self: selfLinkSchema,
          ...(isPaged && PAGE_LINKS),
          ...(linkage && { related: uriSchema }),
        },
      },
      ...metaSchema(answer),
      ...(linkage && { meta: { type: 'object', properties: linkage } }),
      data: Array.isArray(example) ? { type: 'array', items: resource } : resource,
      ...(included.length > 0 && { included: { type: 'array', items: anyResource(included) } }),
    },
  };
}

/** A resource of one of the types. */
export function anyResource(types: readonly TypeName[]): JsonSchema {
  const [first, ...others] = types.map(refTo);
  return first === undefined || others.length > 0 ? { anyOf: types.map(refTo) } : first;
}

function refTo(type: TypeName): JsonSchema {
  return { $ref: `#/components/schemas/${type}` };
}
