import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer } from '../../openapi/change-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from '../../openapi/examples.ts';
import { changeHeaders, documentBody } from '../../openapi/request-body.ts';
import { newMessageDocument } from '../changing/create-operation.ts';
import { changeProblems, DOCUMENT, MESSAGE, POSTED, SHOWING, STORING } from '../operation-parts.ts';
import { sentMeta } from './send-operation.ts';

const { content: documentContent } = documentBody(
  newMessageDocument('NewMessageItem'),
  writtenExamples.newMessage,
);

/** A document, or a form with files. */
export const composedBody = {
  content: {
    ...documentContent,
    'multipart/form-data': {
      schema: {
        title: 'MessageForm',
        type: 'object',
        required: ['document'],
        properties: {
          document: { type: 'string', description: 'The JSON:API document, at most 5 MB.' },
          file: {
            type: 'string',
            format: 'binary',
            description: 'A file in a field of any name; at most 20 with 25 MB each, 100 MB together.',
          },
        },
      },
    },
  },
} as const;

export const sendNewMessageItemOperation: ApiOperation = {
  operationId: 'sendNewMessageItem',
  summary: 'Compose a message and send it',
  tags: ['MessageItems'],
  description:
    'Takes the document of a new message and sends the message at once: a form with the document in the field `document` and any number of files, ' +
    'or the document alone. A file whose field has the name of a `cid:` in `textHtml` is shown there. The message is a draft of this folder while it is ' +
    'sent. What is refused leaves nothing behind; after `submission-uncertain` the draft stays, and `meta.MessageItem` of the error names it. Send an ' +
    '`Idempotency-Key`: without one, a request that comes again is another mail.',
  headers: changeHeaders('idempotency-key'),
  body: composedBody,
  response: {
    ...changeAnswer({
      title: 'ComposedMessageItemDocument',
      description: 'The message as it is filed.',
      type: 'MessageItem',
      data: { anyOf: [MESSAGE, { type: 'null' }] },
      meta: sentMeta,
      example: {
        links: { self: exampleUrls.messageItem },
        meta: { accepted: ['jane@example.org'], rejected: [], warnings: [] },
        data: messageItemExample,
      },
    }),
    ...changeProblems(
      ...DOCUMENT,
      ...SHOWING,
      ...STORING,
      POSTED,
      'malformed-request',
      'client-id-not-supported',
      'relationship-not-changeable',
      'mailbox-unknown',
      'message-unknown',
      'attachment-unknown',
      'outdated-version',
      'message-rejected',
      'submission-uncertain',
    ),
  },
};
