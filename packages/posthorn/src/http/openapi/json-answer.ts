/** An answer with JSON, as route operations describe it. */
import type { JsonSchema } from './json-schema.ts';

/** The response object of an answer in JSON (OpenAPI 3.1 §4.8.17). */
export function jsonAnswer({
  description,
  schema,
  example,
}: {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: unknown;
}): object {
  return { description, content: { 'application/json': { schema, example } } };
}
