import { COLLECTIONS } from '../../../resources/identifiers/collection-names.ts';
import {
  attributeSchemas,
  RESOURCE_TYPES,
  type TypeName,
} from '../../../resources/identifiers/resource-types.ts';
import { blockedContentSchema, truncatedContentSchema } from '../../openapi/body-meta.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';

const RESOURCE_IDS: Readonly<Record<TypeName, string>> = {
  MailAccount: 'The id of the account.',
  MailFolder:
    'Account and folder, such as `gmail.INBOX` or `gmail.~5BGmail~5D~2FDrafts`: `~` and two digits stand for an octet.',
  MessageItem: 'Account, folder, uidValidity and uid, such as `gmail.INBOX.385759045.4356`.',
  MessageBody: 'The id of the MessageItem.',
  ConnectSession: 'Made by the server.',
  Webhook: 'Made by the server.',
  WebhookDelivery: 'Made by the server.',
  Attachment: 'The id of the MessageItem and the part, such as `gmail.INBOX.385759045.4356.2`.',
  ApiKey: 'The part of the key after `ph_`.',
  Event:
    'The same whenever the event is shown or delivered. It is also a position in the log, for `page[after]` and `Last-Event-ID`.',
};

const IDENTIFIER: JsonSchema = {
  type: 'object',
  required: ['type', 'id'],
  properties: {
    type: { type: 'string', enum: RESOURCE_TYPES.map(({ name }) => name) },
    id: { type: 'string' },
  },
};

const RELATIONSHIP: JsonSchema = {
  type: 'object',
  properties: {
    links: {
      type: 'object',
      required: ['related'],
      properties: {
        self: { type: 'string', format: 'uri', description: 'The relationship itself.' },
        related: { type: 'string', format: 'uri' },
      },
    },
    data: {
      ...IDENTIFIER,
      type: ['object', 'array', 'null'],
      items: { $ref: '#/components/schemas/ResourceIdentifier' },
      description: 'An identifier, a list of them, or null for none.',
    },
    meta: {
      type: 'object',
      properties: {
        accountsAreGone: {
          type: 'boolean',
          const: true,
          description:
            'Of `MailAccounts` of an ApiKey or a Webhook: all its accounts are removed, so that the empty list means none.',
        },
      },
    },
  },
};

const ERROR: JsonSchema = {
  type: 'object',
  required: ['status', 'code', 'title'],
  properties: {
    status: { type: 'string', description: 'The HTTP status.' },
    code: { type: 'string', description: 'What happened, for programs.', examples: ['invalid-parameter'] },
    title: { type: 'string', description: 'What happened, for people; the same for each code.' },
    detail: { type: 'string', description: 'This case in one sentence. Failures of servers have none.' },
    source: {
      type: 'object',
      description: 'What caused it.',
      properties: {
        parameter: { type: 'string' },
        header: { type: 'string' },
        pointer: { type: 'string' },
      },
    },
    links: { type: 'object', properties: { type: { type: 'string', format: 'uri' } } },
    meta: { type: 'object' },
  },
};

const ERROR_DOCUMENT: JsonSchema = {
  type: 'object',
  required: ['jsonapi', 'errors'],
  properties: {
    jsonapi: { $ref: '#/components/schemas/JsonApi' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/Error' }, minItems: 1 },
    meta: {
      type: 'object',
      properties: { more: { type: 'integer', description: 'The number of errors that are not shown.' } },
    },
  },
};

const JSON_API: JsonSchema = {
  type: 'object',
  required: ['version'],
  properties: {
    version: { type: 'string', const: '1.1' },
    ext: { type: 'array', items: { type: 'string', format: 'uri' } },
  },
};

const BODY_META: JsonSchema = {
  type: 'object',
  properties: {
    truncated: truncatedContentSchema,
    derived: {
      type: 'array',
      items: { type: 'string', const: 'textPlain' },
      description: 'Present where the message has no plain text, and `textPlain` is made from its HTML.',
    },
    blockedRemoteContent: blockedContentSchema,
  },
};

const ATTACHMENT_META: JsonSchema = {
  type: 'object',
  properties: {
    sizeIsEstimate: {
      type: 'boolean',
      const: true,
      description:
        'Present where `size` is an estimate: the file is encoded and has not been read yet, and the mail server does not report the size of its content (BINARY, RFC 3516).',
    },
  },
};

const CHANGE_PROPERTIES: Readonly<Record<string, JsonSchema>> = {
  change: { type: 'string', enum: ['created', 'updated'], description: 'In documents of changes only.' },
  fields: {
    type: 'array',
    items: { type: 'string' },
    description: 'Of what was updated: the fields that may have changed.',
  },
};

const FOLDER_META: JsonSchema = {
  type: 'object',
  description: 'In documents of changes only.',
  required: ['change'],
  properties: CHANGE_PROPERTIES,
};

const MESSAGE_META: JsonSchema = {
  type: 'object',
  properties: {
    ...CHANGE_PROPERTIES,
    truncated: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The fields of which the message has more than is shown: 500 addresses, 100 Message-IDs, 4,096 characters of a subject, 64 KB of any header field. `headers` for a header that is longer than is read: the source of the message has everything.',
      examples: [['to']],
    },
  },
};

const METAS: Readonly<Partial<Record<TypeName, JsonSchema>>> = {
  MailFolder: FOLDER_META,
  MessageItem: MESSAGE_META,
  MessageBody: BODY_META,
  Attachment: ATTACHMENT_META,
};

/** Besides `self`. */
const LINKS: Readonly<Partial<Record<TypeName, Readonly<Record<string, JsonSchema>>>>> = {
  ConnectSession: {
    page: { type: 'string', format: 'uri', description: 'In the answer to its creation only. A secret.' },
  },
};

/** One schema per type, and their parts (JSON:API 1.1 §document-structure). */
export const resourceSchemas: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(
    RESOURCE_TYPES.map(({ name, relationships }) => [name, resourceSchema(name, relationships)]),
  ),
  Relationship: RELATIONSHIP,
  ResourceIdentifier: IDENTIFIER,
  JsonApi: JSON_API,
  Error: ERROR,
  ErrorDocument: ERROR_DOCUMENT,
};

/** Requires no attribute or relationship: clients select them. */
function resourceSchema(name: TypeName, relationships: readonly string[]): JsonSchema {
  const linked = relationships.map((relationship) => [
    relationship,
    { $ref: '#/components/schemas/Relationship' },
  ]);
  return {
    type: 'object',
    required: ['type', 'id', 'attributes'],
    properties: {
      type: { type: 'string', const: name },
      id: { type: 'string', description: RESOURCE_IDS[name] },
      attributes: { type: 'object', properties: attributeSchemas[name] },
      relationships: { type: 'object', properties: Object.fromEntries(linked) },
      links: {
        type: 'object',
        required: ['self'],
        description: `The address, \`/${COLLECTIONS[name]}/{id}\`. Lists of messages leave it out.`,
        properties: { self: { type: 'string', format: 'uri' }, ...LINKS[name] },
      },
      ...(METAS[name] && { meta: METAS[name] }),
    },
  };
}
