import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer } from '../../openapi/change-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from '../../openapi/examples.ts';
import { changeHeaders, documentBody, identifierDocument } from '../../openapi/request-body.ts';
import { previousIdSchema, warningsSchema } from '../../openapi/written-schemas.ts';
import { changeProblems, EXISTING, MESSAGE, POSTED, REQUEST, SHOWING } from '../operation-parts.ts';

export const sentMeta = {
  accepted: {
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The recipients that were accepted.',
  },
  rejected: {
    type: ['array', 'null'],
    items: {
      type: 'object',
      required: ['address', 'code', 'enhancedCode'],
      properties: {
        address: { type: 'string' },
        code: { type: 'integer', description: 'The reply code of the sending server.' },
        enhancedCode: {
          type: ['string', 'null'],
          description: 'Its enhanced status code, such as `5.1.1`.',
        },
      },
    },
    description: 'The recipients that were not.',
  },
  warnings: { ...warningsSchema, description: 'What did not work after the message had gone out.' },
} as const;

export const sendMessageItemOperation: ApiOperation = {
  operationId: 'sendMessageItem',
  summary: 'Send a draft',
  tags: ['MessageItems'],
  description:
    'Sends a draft and files it in the folder for sent messages. However often it is asked for, the same draft is sent once. `data` is ' +
    'null where the provider keeps a copy of its own and that is not known yet; `meta` tells who took the message, null where an ' +
    'earlier process has sent it.',
  headers: changeHeaders('if-match', 'idempotency-key'),
  body: { ...documentBody(identifierDocument('MessageItem'), writtenExamples.sentMessage), isOptional: true },
  response: {
    ...changeAnswer({
      title: 'SentMessageItemDocument',
      description: 'The message as it is filed.',
      type: 'MessageItem',
      data: { anyOf: [MESSAGE, { type: 'null' }] },
      meta: {
        ...sentMeta,
        previousId: previousIdSchema,
      },
      example: {
        links: { self: exampleUrls.messageItem },
        meta: {
          accepted: ['jane@example.org'],
          rejected: [],
          warnings: [],
          previousId: 'demo.Drafts.1700000002.1',
        },
        data: messageItemExample,
      },
    }),
    ...changeProblems(
      ...REQUEST,
      ...SHOWING,
      ...EXISTING,
      POSTED,
      'invalid-document',
      'invalid-value',
      'conflict',
      'message-too-large',
      'message-rejected',
      'quota-exceeded',
      'submission-uncertain',
    ),
  },
};
