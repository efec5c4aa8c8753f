/** What the description says of v1's operations that change files of messages, by operation id. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { OperationDetails } from '../../openapi/version-description.ts';
import { changeAnswer } from './change-answer.ts';
import { attachmentExample, exampleUrls, writtenExamples } from './examples.ts';
import { pathSchema, querySchema } from './parameter-schemas.ts';
import { problemAnswers } from './problem-answers.ts';
import { changeHeaders, linkageSchema, resourceDocument } from './request-body.ts';
import { newVersionMeta, warningsSchema } from './written-schemas.ts';

const MESSAGE_PATH = pathSchema('mailAccountId', 'mailFolderId', 'messageItemId');
const FILE: JsonSchema = { $ref: '#/components/schemas/Attachment' };
const DRAFT = [
  'unknown-parameter',
  'not-acceptable',
  'mailbox-unknown',
  'message-unknown',
  'message-gone',
  'attachment-unknown',
  'conflict',
  'outdated-version',
  'message-too-large',
  'quota-exceeded',
] as const;
const FIXED: OperationDetails = {
  description:
    'Answers 403: files are added by POST to the Attachments of the message, and each is removed by DELETE.',
  params: MESSAGE_PATH,
  response: problemAnswers('relationship-not-changeable', 'not-acceptable', 'unsupported-media-type'),
};

export const attachmentWritingOperations: Readonly<Record<string, OperationDetails>> = {
  createAttachments: {
    description:
      'Adds files to a draft, which gets another id. They come as a form; as the body itself, with its media type as Content-Type and its ' +
      'name in Content-Disposition (`inline` with a `Content-ID` for images that the HTML shows by `cid:`); or by the id of a file that is ' +
      'in the account already. At most 20 files, 25 MB each.',
    params: MESSAGE_PATH,
    headers: {
      type: 'object',
      properties: {
        ...(changeHeaders('if-match', 'idempotency-key').properties as object),
        'content-disposition': {
          type: 'string',
          description: 'Of a body that is one file: how it is meant, and its name (RFC 6266).',
          examples: ['attachment; filename="plan.txt"'],
        },
        'content-id': {
          type: 'string',
          description: 'Of an inline file: the id by which the HTML shows it.',
          examples: ['<logo@example.org>'],
        },
      },
    },
    querystring: querySchema({
      types: ['Attachment', 'MessageItem', 'MailFolder', 'MailAccount', 'MessageBody'],
      include: ['MessageItem', 'MessageItem.MailFolder', 'MessageItem.MessageBody'],
    }),
    body: {
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            description: 'Any number of files in fields of any names.',
            properties: { file: { type: 'string', format: 'binary' } },
          },
        },
        '*/*': { schema: { format: 'binary', description: 'One file; Content-Disposition must be there.' } },
        'application/vnd.api+json': {
          schema: resourceDocument({
            type: 'Attachment',
            hasId: false,
            relationships: { source: linkageSchema('Attachment', { description: 'The file to copy.' }) },
          }),
          example: writtenExamples.copiedAttachment,
        },
      },
    },
    response: {
      ...changeAnswer({
        status: 201,
        description: 'The file, or the list of several.',
        data: { anyOf: [FILE, { type: 'array', items: FILE }] },
        included: ['MessageItem', 'MailFolder', 'MailAccount', 'MessageBody'],
        meta: { ...newVersionMeta, warnings: warningsSchema },
        example: {
          links: { self: exampleUrls.attachment },
          meta: writtenExamples.newVersionMeta,
          data: attachmentExample,
        },
      }),
      ...problemAnswers(
        ...DRAFT,
        'unknown-field',
        'include-not-supported',
        'malformed-request',
        'invalid-json',
        'invalid-document',
        'invalid-value',
        'resource-mismatch',
        'client-id-not-supported',
        'relationship-not-changeable',
        'payload-too-large',
        'unsupported-media-type',
        'idempotency-key-reused',
      ),
    },
  },
  deleteAttachment: {
    description: 'Takes a file off a draft, which gets another id.',
    params: pathSchema('mailAccountId', 'mailFolderId', 'messageItemId', 'attachmentId'),
    headers: changeHeaders('if-match'),
    response: {
      ...changeAnswer({
        description: 'The message as it is now.',
        meta: newVersionMeta,
        example: { links: { related: exampleUrls.messageItem }, meta: writtenExamples.newVersionMeta },
      }),
      ...problemAnswers(...DRAFT, 'unsupported-media-type'),
    },
  },
  addToAttachments: FIXED,
  replaceAttachments: FIXED,
  removeFromAttachments: FIXED,
};
