import type { DescribedAnswer } from '../route/api-route.ts';
import type { JsonSchema } from './json-schema.ts';

/** A JSON response (OpenAPI 3.1 §4.8.17). */
export function jsonAnswer({
  description,
  schema,
  example,
}: {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: unknown;
}): DescribedAnswer {
  return { description, content: { 'application/json': { schema, example } } };
}
