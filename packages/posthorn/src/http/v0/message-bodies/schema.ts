import type { JsonSchema } from '../../openapi/json-schema.ts';

export const messageBodySchema: JsonSchema = {
  type: 'object',
  required: ['id', 'mailAccountId', 'mailFolderId', 'textHtml', 'textPlain'],
  properties: {
    id: { type: 'string', description: 'The uid of the message in its folder.' },
    mailAccountId: { type: 'string' },
    mailFolderId: { type: 'string' },
    textHtml: {
      type: 'string',
      description: 'The HTML without everything that could run or load; empty when there is none.',
    },
    textPlain: { type: 'string', description: 'The plain text; empty when there is none.' },
  },
};

export const messageBodyExample: object = {
  id: '10',
  mailAccountId: 'demo',
  mailFolderId: 'INBOX',
  textHtml: '<p>The permit &amp; the plan.</p>',
  textPlain: 'The permit & the plan.',
};
