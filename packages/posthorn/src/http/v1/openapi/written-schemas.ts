import type { JsonSchema } from '../../openapi/json-schema.ts';

export const identifierSchema: JsonSchema = { $ref: '#/components/schemas/ResourceIdentifier' };

export const previousIdSchema: JsonSchema = {
  type: 'string',
  description: 'The id that the resource had before; nothing has it any more.',
};

export const warningsSchema: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description: '`old-version-not-removed`: the version before is still there; the next change removes it.',
};

/** Names a message by its new id. */
export const newVersionMeta: Readonly<Record<string, JsonSchema>> = {
  MessageItem: identifierSchema,
  previousId: previousIdSchema,
};
