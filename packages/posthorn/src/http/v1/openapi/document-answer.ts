import type { TypeName } from '../../../resources/identifiers/resource-types.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { DescribedAnswer, DescribedAnswers } from '../../route/api-route.ts';
import { includedTypes } from '../query/include.ts';

interface DocumentAnswer {
  readonly title: string;
  readonly description: string;
  readonly type: TypeName;
  /** An array for a list. */
  readonly example: object | readonly object[];
  readonly self: string;
  readonly isPaged?: boolean;
  readonly meta?: Readonly<Record<string, DescribedMember>>;
  /** The `meta` of identifiers. */
  readonly linkage?: Readonly<Record<string, JsonSchema>>;
}

/** A described member of `meta`. */
export interface DescribedMember {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly isRequired?: boolean;
}

export const stateSchema: JsonSchema = {
  type: 'string',
  description: 'For `since` of the changes: what the client has read now.',
};

export const STATE_META: Readonly<Record<string, DescribedMember>> = {
  state: {
    schema: stateSchema,
    example: 'ukeNAThH2NU3ZVlYxqVU2AD-j9AGhSIDhSI',
  },
};

export const uriSchema: JsonSchema = { type: 'string', format: 'uri' };
const URI_OR_NULL: JsonSchema = { type: ['string', 'null'], format: 'uri' };
/** JSON:API 1.1 §document-links-link-object. */
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

export const READ_HEADERS = {
  etag: { type: 'string', description: 'For `If-None-Match`.' },
} satisfies DescribedAnswer['headers'];

export const notModifiedAnswer: DescribedAnswers = {
  304: {
    title: 'NotModified',
    description: 'The document is still what `If-None-Match` names.',
    headers: READ_HEADERS,
  },
};

/** Describes responses 200 and 304. */
export function documentAnswers(answer: DocumentAnswer): DescribedAnswers {
  const { description, example, self } = answer;
  return {
    200: {
      description,
      headers: READ_HEADERS,
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
    ...notModifiedAnswer,
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
  const { title, type, example, isPaged, linkage } = answer;
  const included = linkage ? [] : includedTypes(type);
  const resource = linkage ? { $ref: '#/components/schemas/ResourceIdentifier' } : refTo(type);
  return {
    title,
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

/** The schema of these types' resources. */
export function anyResource(types: readonly TypeName[]): JsonSchema {
  const [first, ...others] = types.map(refTo);
  return first === undefined || others.length > 0 ? { anyOf: types.map(refTo) } : first;
}

/** Refers to a type's schema. */
export function refTo(type: TypeName): JsonSchema {
  return { $ref: `#/components/schemas/${type}` };
}
