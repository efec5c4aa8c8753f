import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { attachmentExample, exampleUrls, writtenExamples } from '../openapi/examples.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';
import { changeHeaders, linkageSchema, resourceDocument } from '../openapi/request-body.ts';
import { newVersionMeta, warningsSchema } from '../openapi/written-schemas.ts';
import { DRAFT, FILE } from './operation-parts.ts';

export const createAttachmentsOperation: ApiOperation = {
  operationId: 'createAttachments',
  summary: 'Attach files',
  tags: ['Attachments'],
  description:
    'Adds files to a draft, which gets another id. They come as a form; as the body itself, with its media type as Content-Type and its ' +
    'name in Content-Disposition (`inline` with a `Content-ID` for images that the HTML shows by `cid:`); or by the id of a file that is ' +
    'in the account already. At most 20 files, 25 MB each.',
  headers: {
    ...changeHeaders('if-match', 'idempotency-key'),
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
  body: {
    content: {
      'multipart/form-data': {
        schema: {
          title: 'AttachmentForm',
          type: 'object',
          description: 'Any number of files in fields of any names.',
          properties: { file: { type: 'string', format: 'binary' } },
        },
      },
      '*/*': { schema: { format: 'binary', description: 'One file; Content-Disposition must be there.' } },
      'application/vnd.api+json': {
        schema: resourceDocument({
          title: 'AttachmentCopy',
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
      title: 'AddedAttachmentsDocument',
      status: 201,
      description: 'The file, or the list of several.',
      type: 'Attachment',
      data: { anyOf: [FILE, { type: 'array', items: FILE }] },
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
};
