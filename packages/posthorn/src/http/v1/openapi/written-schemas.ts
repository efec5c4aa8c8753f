/** Schemas that the descriptions of several writing operations of v1 have in common. */
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

/** The meta of answers about parts of a message: which message it is now. */
export const newVersionMeta: Readonly<Record<string, JsonSchema>> = {
  MessageItem: identifierSchema,
  previousId: previousIdSchema,
};

/** The texts of a draft, which are attributes in requests. */
export const readBackTexts: Readonly<Record<string, JsonSchema>> = {
  textPlain: { type: 'string', description: 'Read back as the MessageBody.' },
  textHtml: { type: 'string', description: 'Read back as the MessageBody.' },
};
