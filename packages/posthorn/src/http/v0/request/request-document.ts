import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { DescribedBody } from '../../route/api-route.ts';

/** Describes a body; `example`: of its attributes. */
export function attributesDocument({
  title,
  description,
  attributes,
  example,
}: {
  readonly title: string;
  readonly description: string;
  readonly attributes: Readonly<Record<string, JsonSchema>>;
  readonly example: object;
}): DescribedBody {
  const data = {
    type: 'object',
    required: ['attributes'],
    properties: { attributes: { type: 'object', description, properties: attributes } },
  };
  const schema = { title, type: 'object', required: ['data'], properties: { data } };
  return { content: { 'application/json': { schema, example: { data: { attributes: example } } } } };
}
