/** What the plugin leaves to do on a document: the examples of bodies, and answers that many operations share. */
import type { ApiOperation } from '../route/api-route.ts';

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: object;
}

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses?: Readonly<Record<string, object>>;
}

/** From this status on, answers are failures, which many operations share. */
const FIRST_FAILURE = '4';

/**
 * The document with the examples of the bodies of its operations, and with every answer to failures that stands in it more than once
 * among the components: generators of clients take a long time for a document that repeats itself.
 */
export function finishDocument(document: Document, operations: Iterable<ApiOperation>): object {
  const bodies = new Map([...operations].map(({ operationId, body }) => [operationId, body]));
  const responses = sharedResponses(document);
  const { paths = {}, components } = document;
  return {
    ...document,
    components: {
      ...components,
      ...(responses.size > 0 && {
        responses: Object.fromEntries([...responses].map(([text, name]) => [name, JSON.parse(text)])),
      }),
    },
    paths: mapValues(paths, (methods) =>
      mapValues(methods, (operation) => ({
        ...operation,
        ...withExamples(operation, bodies.get(operation.operationId ?? '')),
        ...(operation.responses && {
          responses: mapValues(operation.responses, (response) => {
            const name = responses.get(JSON.stringify(response));
            return name === undefined ? response : { $ref: `#/components/responses/${name}` };
          }),
        }),
      })),
    ),
  };
}

/** The name of each answer that occurs more than once, by its text: `Failure404`, `Failure404_2` and on. */
function sharedResponses({ paths = {} }: Document): ReadonlyMap<string, string> {
  const all = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses = {} }) => Object.entries(responses))
    .filter(([status]) => status >= FIRST_FAILURE)
    .map(([status, response]) => ({ status, text: JSON.stringify(response) }));
  const texts = all.map(({ text }) => text);
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [index, { status, text }] of all.entries()) {
    if (names.has(text) || texts.indexOf(text, index + 1) === -1) continue;
    const count = (counts.get(status) ?? 0) + 1;
    counts.set(status, count);
    names.set(text, `Failure${status}${count === 1 ? '' : `_${count}`}`);
  }
  return names;
}

function withExamples({ requestBody }: Operation, body: unknown): Pick<Operation, 'requestBody'> {
  if (requestBody === undefined) return {};
  const described = (body as { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> })
    .content;
  const content = Object.entries(requestBody.content).map(([mediaType, media]): [string, object] => {
    const example = described?.[mediaType]?.example;
    return [mediaType, { ...media, ...(example !== undefined && { example }) }];
  });
  const { isOptional = false } = body as { readonly isOptional?: boolean };
  return {
    requestBody: {
      ...requestBody,
      ...(isOptional && { required: false }),
      content: Object.fromEntries(content),
    },
  };
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
