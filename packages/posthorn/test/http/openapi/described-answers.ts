/** An OpenAPI document as tests look at it. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly example?: unknown;
    readonly schema?: { readonly examples?: readonly unknown[] };
    readonly content?: Readonly<Record<string, MediaType>>;
  }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  /** Absent: that of the document. */
  readonly security?: readonly object[];
  readonly servers?: readonly { readonly url: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly parameters?: Readonly<Record<string, object>>;
    readonly requestBodies?: Readonly<Record<string, object>>;
    readonly responses?: Readonly<Record<string, object>>;
    readonly securitySchemes?: object;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** One answer of one operation. */
export interface AnswerPlace {
  /** As the document spells it, such as `/MailAccounts/{mailAccountId}/MailFolders`. */
  readonly path: string;
  readonly method?: string;
  readonly status: number | string;
}

/** The document in `docs/openapi` as text. */
export function readGoldenFile(tag: string): string {
  return readFileSync(new URL(`../../../../../docs/openapi/${tag}.json`, import.meta.url), 'utf8');
}

/** The document with the parameters, bodies and answers of each operation in their places. */
export function readDocument(tag: string): OpenApiDocument {
  const document = JSON.parse(readGoldenFile(tag)) as OpenApiDocument;
  const resolve = (value: object): unknown => {
    const [, , kind, name] = '$ref' in value ? String(value.$ref).split('/') : [];
    if (kind === undefined || name === undefined) return value;
    return structuredClone(document.components[kind as 'responses']?.[name]);
  };
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { parameters = [], requestBody, responses } = operation;
    const answers = Object.entries(responses).map(([status, answer]) => [status, resolve(answer)]);
    Object.assign(operation, {
      parameters: parameters.map(resolve),
      ...(requestBody && { requestBody: resolve(requestBody) }),
      responses: Object.fromEntries(answers),
    });
  }
  return document;
}

/**
 * Tells what is wrong with a body according to the document; empty when nothing is. Members that the document does
 * not mention are wrong too: clients may ignore them, a description that forgets them is incomplete.
 */
export function createAnswerCheck(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(closeObjects(structuredClone(document)) as object, 'document');
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  return ({ path, method = 'get', status }: AnswerPlace, body: unknown): readonly string[] => {
    const { content = {} } = document.paths[path]?.[method]?.responses[status] ?? {};
    const [mediaType = ''] = Object.keys(content);
    const steps = ['paths', path, method, 'responses', status, 'content', mediaType, 'schema'];
    const pointer = steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#/${encodeURI(pointer)}` });
    validators.set(pointer, validate);
    validate(body);
    return (validate.errors ?? []).map((error) =>
      `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`.trim(),
    );
  };
}

/** The path of the document that an address below the version's prefix means; undefined for none. */
export function describedPath({ paths }: OpenApiDocument, address: string): string | undefined {
  const segments = address.split('/');
  const fits = (path: string): boolean => {
    const pattern = path.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((segment, index) => segment.startsWith('{') || segment === segments[index])
    );
  };
  // A segment that is written out goes before one that stands for any.
  return Object.keys(paths)
    .filter(fits)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
}

/** Makes every object that lists its members refuse others. */
function closeObjects(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('properties' in value && 'type' in value && [value.type].flat().includes('object')) {
    Object.assign(value, { additionalProperties: false });
  }
  for (const member of Object.values(value)) closeObjects(member);
  return value;
}
