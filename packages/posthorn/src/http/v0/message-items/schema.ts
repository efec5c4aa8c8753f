import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { V0Attribute } from './attributes.ts';

const ADDRESS: JsonSchema = { $ref: '#/components/schemas/MailAddress' };
const ADDRESSES: JsonSchema = { type: 'array', items: ADDRESS };

/** Without `charset`, which has no value. */
const ATTRIBUTES = {
  from: ADDRESS,
  to: ADDRESSES,
  cc: ADDRESSES,
  bcc: ADDRESSES,
  replyTo: ADDRESS,
  subject: { type: 'string' },
  date: {
    type: 'string',
    description: 'The Date field in its own time zone; `1970-01-01 00:00:00 +0000` when it cannot be read.',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} [+-][0-9]{4}$',
  },
  seen: { type: 'boolean' },
  answered: { type: 'boolean' },
  draft: { type: 'boolean' },
  flagged: { type: 'boolean' },
  recent: { type: 'boolean' },
  messageId: { type: 'string', description: 'In angle brackets; empty when the message has none.' },
  references: { type: 'string', description: 'Message-IDs in angle brackets, separated by spaces.' },
  previewText: { type: 'string', description: 'The start of the text, ready to be put into HTML.' },
  size: { type: 'integer', minimum: 0, description: 'Octets of the whole message.' },
  hasAttachments: { type: 'boolean' },
} as const satisfies Record<Exclude<V0Attribute, 'charset'>, JsonSchema>;

export const ATTRIBUTE_NAMES: readonly string[] = [...Object.keys(ATTRIBUTES), 'charset'];

export const messageItemSchema: JsonSchema = {
  type: 'object',
  description: 'The envelope of a message: the three keys, and the attributes that were asked for.',
  required: ['id', 'mailAccountId', 'mailFolderId'],
  properties: {
    id: { type: 'string', description: 'The uid of the message in its folder.' },
    mailAccountId: { type: 'string' },
    mailFolderId: { type: 'string' },
    ...ATTRIBUTES,
  },
};

export const messageItemExample: object = {
  id: '10',
  mailAccountId: 'demo',
  mailFolderId: 'INBOX',
  from: { address: 'permits@council.test', name: 'City Council, Permits' },
  to: [{ address: 'jane@posthorn.test', name: 'Jane Doe' }],
  cc: [],
  bcc: [],
  replyTo: { address: 'permits@council.test', name: 'City Council, Permits' },
  subject: 'Your permit no. 2201',
  date: '2023-05-02 13:54:14 +0200',
  seen: false,
  answered: false,
  draft: false,
  flagged: false,
  recent: true,
  messageId: '<permit.2201@council.test>',
  references: '',
  previewText: 'The permit &amp; the plan',
  size: 422_369,
  hasAttachments: true,
};
