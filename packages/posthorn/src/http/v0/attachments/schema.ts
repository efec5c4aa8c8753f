import type { JsonSchema } from '../../openapi/json-schema.ts';

export const attachmentSchema: JsonSchema = {
  type: 'object',
  required: [
    'id',
    'mailAccountId',
    'mailFolderId',
    'parentMessageItemId',
    'text',
    'type',
    'size',
    'previewImgSrc',
  ],
  properties: {
    id: { type: 'string' },
    mailAccountId: { type: 'string' },
    mailFolderId: { type: 'string' },
    parentMessageItemId: { type: 'string', description: 'The uid of the message.' },
    text: { type: 'string', description: 'The name of the file.' },
    type: { type: 'string', description: 'Its media type.' },
    size: { type: 'integer', minimum: 0, description: 'Octets of the file.' },
    downloadUrl: {
      type: 'string',
      description:
        'The content as a data URI, or the address of the download when the files of the message are large. A browser can go to it for 15 minutes without a login. The answer to an upload has none for a large file.',
    },
    previewImgSrc: { type: 'string', description: 'An image as a data URI; empty for other files.' },
  },
};

export const attachmentExample: object = {
  id: '2-cd278886348c0719',
  mailAccountId: 'demo',
  mailFolderId: 'INBOX',
  parentMessageItemId: '10',
  text: 'inventory.txt',
  type: 'text/plain',
  size: 5,
  downloadUrl: 'data:application/octet-stream;base64,aGVsbG8=',
  previewImgSrc: '',
};
