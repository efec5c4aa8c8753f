import type { JsonSchema } from './json-schema.ts';

export const truncatedContentSchema: JsonSchema = {
  type: 'array',
  items: { type: 'string', enum: ['textPlain', 'textHtml', 'parts'] },
  description:
    'What is incomplete: a text that is longer than the limit, parts after the first 1,000, or the texts of a message that is included with others and takes too long, which are empty and can be read alone. The download of the message has everything.',
};

export const blockedContentSchema: JsonSchema = {
  type: 'object',
  description: 'What the HTML would have loaded from other servers, and does not.',
  required: ['count', 'urls'],
  properties: {
    count: { type: 'integer', description: 'All references, repetitions included.' },
    urls: {
      type: 'array',
      items: { type: 'string' },
      description: 'The first of them as the sender wrote them, each once.',
    },
  },
};
