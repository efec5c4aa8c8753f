/** The schemas of the attributes of v1's resources. */
import type { FolderType } from '../../../domain/folder-type.ts';
import { MAX_RECIPIENTS } from '../../../domain/message-draft.ts';
import { MAX_WRITTEN_FIELDS, WRITABLE_NAMES } from '../../../domain/written-field.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { AttributeOf, TypeName } from '../identifiers/resource-types.ts';

/** An address in documents. */
export const mailAddressSchema: JsonSchema = {
  type: 'object',
  required: ['address', 'name'],
  properties: {
    address: { type: 'string', examples: ['ann@example.com'] },
    name: { type: 'string', description: 'The address itself when it has no name.', examples: ['Ann'] },
  },
};

/** An address in documents that clients send. */
export const writtenAddressSchema: JsonSchema = { ...mailAddressSchema, required: ['address'] };

const TEXT: JsonSchema = { type: 'string' };
const URI: JsonSchema = { type: 'string', format: 'uri' };
const BOOLEAN: JsonSchema = { type: 'boolean' };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const PORT: JsonSchema = { type: 'integer', minimum: 1, maximum: 65_535 };
const ADDRESS: JsonSchema = { $ref: '#/components/schemas/MailAddress' };
const ADDRESSES: JsonSchema = { type: 'array', items: ADDRESS };
const ADDRESS_OR_NULL: JsonSchema = { ...mailAddressSchema, type: ['object', 'null'] };
const MESSAGE_IDS: JsonSchema = {
  type: 'array',
  items: TEXT,
  description: 'Message-IDs without angle brackets.',
};
const LIST_UNSUBSCRIBE: JsonSchema = {
  type: ['object', 'null'],
  description:
    'How the message says that its mailing list is left (RFC 2369), in its order of preference; null when it names no target that is https or mailto. ' +
    'The author of the message wrote it: ask the user before you use it.',
  required: ['https', 'mailto', 'oneClick'],
  properties: {
    https: { type: 'array', items: URI, examples: [['https://lists.example.org/leave?t=1']] },
    mailto: { type: 'array', items: URI, examples: [['mailto:leave@lists.example.org']] },
    oneClick: {
      type: 'boolean',
      description:
        'True: a POST of `List-Unsubscribe=One-Click` to the first https target leaves the list without a page (RFC 8058). It is for you to ' +
        'make sure first that the message has a valid DKIM signature over both fields.',
    },
  },
};
const HEADERS: JsonSchema = {
  type: 'array',
  description:
    'All header fields in their order, each as often as it occurs, decoded and on one line. Up to 500 fields, 500 encoded words and 32 KB of each header are read; ' +
    '`meta.truncated` says where there is more. Lists show them of at most 50 messages.',
  items: {
    type: 'object',
    required: ['name', 'value'],
    properties: {
      name: { type: 'string', examples: ['List-Id'] },
      value: { type: 'string', examples: ['Workshop <workshop.lists.example.org>'] },
    },
  },
};
const FOLDER_TYPES: readonly FolderType[] = ['INBOX', 'DRAFT', 'SENT', 'JUNK', 'TRASH', 'FOLDER'];

function date(description: string): JsonSchema {
  return { type: ['string', 'null'], format: 'date-time', description };
}

function numberOrNull(description: string): JsonSchema {
  return { type: ['integer', 'null'], minimum: 0, description };
}

export const attributeSchemas: {
  readonly [Type in TypeName]: Readonly<Record<AttributeOf<Type>, JsonSchema>>;
} = {
  MailAccount: {
    name: TEXT,
    from: ADDRESS,
    replyTo: ADDRESS,
    inbox_type: { type: 'string', const: 'IMAP' },
    inbox_address: { type: 'string', description: 'The host name of the receiving server.' },
    inbox_port: PORT,
    inbox_ssl: { type: 'boolean', description: 'True: TLS from the first octet on. False: STARTTLS.' },
    outbox_address: { type: ['string', 'null'], description: 'The host name of the sending server.' },
    outbox_port: { type: ['integer', 'null'], minimum: 1, maximum: 65_535 },
    outbox_secure: { enum: ['ssl', 'tls', 'starttls', null], type: ['string', 'null'] },
    subscriptions: {
      type: 'array',
      items: TEXT,
      description: 'The folders that the list of folders starts at; all when empty.',
    },
    inbox_user: TEXT,
    outbox_user: { type: ['string', 'null'] },
  },
  MailFolder: {
    name: { type: 'string', description: 'The last segment of the path.' },
    path: { type: 'string', description: 'The full name of the mailbox.' },
    folderType: {
      type: 'string',
      enum: FOLDER_TYPES,
      description: 'Each type but `FOLDER` occurs once at most.',
    },
    unreadMessages: numberOrNull('Null when the folder holds no messages of its own.'),
    totalMessages: numberOrNull('Null when the folder holds no messages of its own.'),
    uidNext: numberOrNull('Messages that arrive from now on have this uid or a higher one.'),
    uidValidity: numberOrNull('When it changes, the uids of the folder name other messages.'),
    subscribed: { type: 'boolean', description: 'True when the user wants to see the folder.' },
  },
  MessageItem: {
    from: ADDRESS_OR_NULL,
    to: ADDRESSES,
    subject: TEXT,
    date: date('The Date field in its own time zone; null when it cannot be read.'),
    seen: BOOLEAN,
    answered: BOOLEAN,
    draft: BOOLEAN,
    flagged: BOOLEAN,
    recent: BOOLEAN,
    references: MESSAGE_IDS,
    messageId: {
      type: ['string', 'null'],
      description: 'Without angle brackets; the whole field where it has neither them nor an `@`.',
    },
    size: { type: 'integer', minimum: 0, description: 'Octets of the whole message.' },
    hasAttachments: BOOLEAN,
    uid: { type: 'integer', minimum: 1, description: 'The uid of the message in its folder.' },
    cc: ADDRESSES,
    bcc: ADDRESSES,
    replyTo: ADDRESS_OR_NULL,
    fromAddresses: {
      ...ADDRESSES,
      description: 'All addresses of the From field; `from` is the last of them.',
    },
    replyToAddresses: {
      ...ADDRESSES,
      description:
        'All addresses that a reply goes to: those of the Reply-To field, without it those of From; `replyTo` is the last of them.',
    },
    previewText: { type: 'string', description: 'The start of the text, not HTML.' },
    inReplyTo: MESSAGE_IDS,
    keywords: { type: 'array', items: TEXT },
    internalDate: date('When the mail server received the message.'),
    listUnsubscribe: LIST_UNSUBSCRIBE,
    headers: HEADERS,
  },
  MessageBody: {
    textPlain: {
      type: 'string',
      description:
        'The plain text. Where the message has HTML only, it is made from that, and `meta.derived` says so.',
    },
    textHtml: {
      type: 'string',
      description: 'The HTML without everything that could run or load; empty when there is none.',
    },
  },
  Attachment: {
    name: TEXT,
    contentType: TEXT,
    size: {
      ...COUNT,
      description:
        'Octets of the file, as they are downloaded. An estimate where `meta.sizeIsEstimate` is true.',
    },
    inline: { type: 'boolean', description: 'True for what the HTML shows.' },
    downloadUrl: URI,
    contentId: { type: ['string', 'null'] },
  },
};

const WRITTEN_ADDRESS: JsonSchema = { $ref: '#/components/schemas/WrittenMailAddress' };
const WRITTEN_ADDRESSES: JsonSchema = { type: 'array', items: WRITTEN_ADDRESS, maxItems: MAX_RECIPIENTS };
const WRITTEN_ADDRESS_OR_NULL: JsonSchema = {
  ...writtenAddressSchema,
  type: ['object', 'null'],
  description: 'Null for none.',
};

/** Attributes that clients write in another form than they read them. */
export const writtenAttributeSchemas: Readonly<Record<string, JsonSchema>> = {
  from: WRITTEN_ADDRESS_OR_NULL,
  replyTo: WRITTEN_ADDRESS_OR_NULL,
  to: WRITTEN_ADDRESSES,
  cc: WRITTEN_ADDRESSES,
  bcc: WRITTEN_ADDRESSES,
  date: { type: 'string', format: 'date-time', description: 'With time and offset.' },
  headers: {
    ...HEADERS,
    maxItems: MAX_WRITTEN_FIELDS,
    description: `Header fields of the author: ${WRITABLE_NAMES}. The list takes the place of all of these that the draft has; other fields stay.`,
  },
};
