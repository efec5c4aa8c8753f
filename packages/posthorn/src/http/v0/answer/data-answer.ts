/** The answer to a request that succeeded, as v0's operations describe it. */
import { jsonAnswer } from '../../openapi/json-answer.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';

export const SUCCESS: JsonSchema = { type: 'boolean', const: true };

/** An answer with `success` and `data`; the example is that of `data`. */
export function dataAnswer({
  description,
  data,
  example,
}: {
  readonly description: string;
  readonly data: JsonSchema;
  readonly example: unknown;
}): object {
  return jsonAnswer({
    description,
    schema: { type: 'object', required: ['success', 'data'], properties: { success: SUCCESS, data } },
    example: { success: true, data: example },
  });
}

/** An answer that reports success, with optional members. */
export function successAnswer(description: string, more: Readonly<Record<string, JsonSchema>> = {}): object {
  return jsonAnswer({
    description,
    schema: { type: 'object', required: ['success'], properties: { success: SUCCESS, ...more } },
    example: { success: true },
  });
}
