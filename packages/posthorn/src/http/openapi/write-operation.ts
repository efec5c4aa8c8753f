import { MAIL_SCOPES, missingScope } from '../../domain/rights/principal.ts';
import type {
  ApiRoute,
  DescribedAnswer,
  DescribedBody,
  ParameterSchema,
  ParameterSchemas,
} from '../route/api-route.ts';
import type { Components, Reference } from './components.ts';
import { KEY_SECURITY } from './security-schemes.ts';

/** An operation object (OpenAPI 3.1 §4.8.10). */
export interface WrittenOperation {
  readonly operationId: string;
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

interface DocumentParts {
  readonly components: Components;
  readonly segments: ParameterSchemas;
}

const SEGMENT = /:(\w+)/g;
/** Not allowed in component names (OpenAPI 3.1 §4.8.7). */
const BETWEEN_WORDS = /[^A-Za-z0-9_-]+/g;

/** Writes variable segments in braces. */
export function toTemplate(path: string): string {
  return path.replace(SEGMENT, '{$1}');
}

/** Describes a route; parameters and titled schemas become components. */
export function writeOperation(
  { path, operation, access }: Pick<ApiRoute, 'path' | 'operation' | 'access'>,
  { components, segments }: DocumentParts,
): WrittenOperation {
  const { segments: own, query, headers, body, response = {}, hide: _, ...described } = operation;
  const inPath = Array.from(path.matchAll(SEGMENT), ([, name = '']) => name);
  const parameters = [
    ...writeParameters('path', pick({ ...segments, ...own }, inPath), components),
    ...writeParameters('query', query, components),
    ...writeParameters('header', headers, components),
  ];
  return {
    ...described,
    ...(access.login === 'none' && { security: [] }),
    ...(isForKeysOnly(access) && { security: KEY_SECURITY }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: writeBody(body, components) }),
    responses: mapValues(response, (answer) => writeAnswer(answer, components)),
  };
}

/** People's logins lack the scope, or see nothing of the store. */
function isForKeysOnly(access: ApiRoute['access']): boolean {
  if (access.login === 'none') return false;
  const { scope } = access;
  return access.login === 'key' || missingScope({ scopes: new Set(MAIL_SCOPES) }, scope) !== null;
}

function writeParameters(
  place: 'path' | 'query' | 'header',
  schemas: ParameterSchemas = {},
  components: Components,
): readonly Reference[] {
  return Object.entries(schemas).map(([name, described]) => {
    const { title = name.replace(BETWEEN_WORDS, '.').replace(/\.$/, ''), description } = described;
    return components.add('parameters', title, {
      name,
      in: place,
      ...((place === 'path' || described.isRequired) && { required: true }),
      description,
      ...writeValue(described),
    });
  });
}

function writeValue({
  title,
  description,
  examples,
  isRequired,
  isJson,
  ...schema
}: ParameterSchema): object {
  const [example] = examples;
  return isJson ? { content: { 'application/json': { schema, example } } } : { schema, example };
}

function writeBody({ isOptional = false, content }: DescribedBody, components: Components): object {
  return { ...(!isOptional && { required: true }), content: writeContent(content, components) };
}

function writeAnswer({ headers, content, ...answer }: DescribedAnswer, components: Components): object {
  return {
    ...answer,
    ...(headers && { headers: mapValues(headers, writeHeader) }),
    ...(content && { content: writeContent(content, components) }),
  };
}

function writeHeader({ description, ...schema }: Readonly<Record<string, unknown>>): object {
  return { ...(description !== undefined && { description }), schema };
}

function writeContent(content: DescribedBody['content'], components: Components): object {
  return mapValues(content, ({ schema, ...media }) => ({ schema: components.addTitled(schema), ...media }));
}

function pick(schemas: ParameterSchemas, names: readonly string[]): ParameterSchemas {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.includes(name)));
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
