/** The documents that v0's writes carry, as their operations describe them. */
import type { JsonSchema } from '../../openapi/json-schema.ts';

/** A body with these attributes; the example is that of the attributes. */
export function attributesDocument({
  description,
  attributes,
  example,
}: {
  readonly description: string;
  readonly attributes: Readonly<Record<string, JsonSchema>>;
  readonly example: object;
}): JsonSchema {
  return {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'object',
        required: ['attributes'],
        properties: { attributes: { type: 'object', description, properties: attributes } },
      },
    },
    example: { data: { attributes: example } },
  };
}
