/**
 * Writes TypeScript types from an OpenAPI 3.1 document, in the shape that openapi-fetch takes. It knows what our
 * documents use and throws for the rest: a type that is missing is better than a wrong one.
 */

import { execFileSync } from 'node:child_process';
import { resolveResponses } from './resolve-responses.ts';

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: Content;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface TypedDocument {
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, object>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A member of an object type. */
interface Member {
  readonly name: string;
  readonly isOptional?: boolean;
  readonly type: string;
}

type ToType = (schema: Schema) => string;

const IDENTIFIER = /^(?:[A-Za-z_$][A-Za-z0-9_$]*|[0-9]+)$/;
const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
]);
/** They change what a schema allows, and nothing here reads them. */
const UNKNOWN_KEYWORDS = ['allOf', 'not', 'if', 'prefixItems', 'patternProperties', 'dependentSchemas'];

/** The types of a version's document: `V0Schemas` and `V0Paths` for `v0`, as the formatter writes them. */
export function renderApiTypes(tag: string, document: TypedDocument): string {
  const { components, paths } = resolveResponses(document);
  const prefix = tag.toUpperCase();
  const toType: ToType = (schema) => typeOf(schema, prefix);
  const routes = objectOf(paths, (methods) =>
    objectOf(methods, (operation) => operationType(operation, toType)),
  );
  return format(`/** The shapes of the API, for openapi-fetch. Written by \`npm run docs\` from docs/openapi/${tag}.json. */

export interface ${prefix}Schemas ${objectOf(components.schemas, toType)}

export interface ${prefix}Paths ${routes}
`);
}

function format(source: string): string {
  const biome = new URL('../node_modules/.bin/biome', import.meta.url);
  const args = ['format', '--stdin-file-path=packages/posthorn/test/support/api.ts'];
  const cwd = new URL('../', import.meta.url);
  return execFileSync(biome.pathname, args, { cwd, input: source, encoding: 'utf8' });
}

function operationType({ parameters = [], requestBody, responses }: Operation, toType: ToType): string {
  return object([
    { name: 'parameters', type: parametersType(parameters, toType) },
    requestBody === undefined
      ? absent('requestBody')
      : { name: 'requestBody', type: object([contentMember(requestBody.content, toType)]) },
    {
      name: 'responses',
      type: objectOf(responses, ({ content }) => object([contentMember(content, toType)])),
    },
  ]);
}

function parametersType(parameters: readonly Parameter[], toType: ToType): string {
  const members = ['query', 'header', 'path', 'cookie'].map((place): Member => {
    const inPlace = parameters.filter((parameter) => parameter.in === place);
    if (inPlace.length === 0) return absent(place);
    return {
      name: place,
      isOptional: !inPlace.some(({ required }) => required),
      type: object(inPlace.map((parameter) => parameterMember(parameter, toType))),
    };
  });
  return object(members);
}

function parameterMember(
  { name, required = false, schema, content = {} }: Parameter,
  toType: ToType,
): Member {
  return { name, isOptional: !required, type: toType(schema ?? Object.values(content)[0]?.schema ?? {}) };
}

function contentMember(content: Content | undefined, toType: ToType): Member {
  if (content === undefined) return absent('content');
  return { name: 'content', type: objectOf(content, ({ schema }) => toType(schema)) };
}

function absent(name: string): Member {
  return { name, isOptional: true, type: 'never' };
}

function typeOf(schema: Schema, prefix: string): string {
  const unknown = UNKNOWN_KEYWORDS.find((keyword) => keyword in schema);
  if (unknown !== undefined) throw new Error(`Types cannot be written for the keyword ${unknown}.`);
  const { $ref, enum: values, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return `${prefix}Schemas['${$ref.slice($ref.lastIndexOf('/') + 1)}']`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (values !== undefined) return union(values.map((value) => JSON.stringify(value)));
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return union(alternatives.map((one) => typeOf(one, prefix)));
  if (typeof type === 'object') return union(type.map((one) => typeOf({ ...schema, type: one }, prefix)));
  if (type === 'array') return `(${typeOf(schema.items ?? {}, prefix)})[]`;
  if (type === 'object') return objectTypeOf(schema, prefix);
  return PRIMITIVES.get(type ?? '') ?? 'unknown';
}

function objectTypeOf({ properties, required = [], additionalProperties }: Schema, prefix: string): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `Record<string, ${typeOf(values, prefix)}>`;
  }
  return object(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      isOptional: !required.includes(name),
      type: typeOf(schema, prefix),
    })),
  );
}

function union(alternatives: readonly string[]): string {
  return [...new Set(alternatives)].join(' | ');
}

function objectOf<Value>(values: Readonly<Record<string, Value>>, toType: (value: Value) => string): string {
  return object(Object.entries(values).map(([name, value]) => ({ name, type: toType(value) })));
}

function object(members: readonly Member[]): string {
  if (members.length === 0) return 'Record<string, never>';
  const lines = members.map(({ name, isOptional = false, type }) => {
    const key = IDENTIFIER.test(name) ? name : JSON.stringify(name);
    return `${key}${isOptional ? '?' : ''}: ${type};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}
