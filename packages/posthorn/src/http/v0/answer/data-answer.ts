import { jsonAnswer } from '../../openapi/json-answer.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { DescribedAnswer } from '../../route/api-route.ts';

export const SUCCESS: JsonSchema = { type: 'boolean', const: true };

/** Describes an answer with `success` and `data`; `example`: of `data`. */
export function dataAnswer({
  title,
  description,
  data,
  example,
}: {
  readonly title: string;
  readonly description: string;
  readonly data: JsonSchema;
  readonly example: unknown;
}): DescribedAnswer {
  return jsonAnswer({
    description,
    schema: { title, type: 'object', required: ['success', 'data'], properties: { success: SUCCESS, data } },
    example: { success: true, data: example },
  });
}

/** Describes an answer with `success` and optional members. */
export function successAnswer(
  title: string,
  description: string,
  more: Readonly<Record<string, JsonSchema>> = {},
): DescribedAnswer {
  return jsonAnswer({
    description,
    schema: { title, type: 'object', required: ['success'], properties: { success: SUCCESS, ...more } },
    example: { success: true },
  });
}
