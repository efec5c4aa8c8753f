import { jsonAnswer } from '../../openapi/json-answer.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { SUCCESS } from '../answer/data-answer.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';
import { messageListParameters } from './query-schema.ts';
import { messageItemExample } from './schema.ts';

const META: JsonSchema = {
  type: 'object',
  required: ['cn_unreadCount', 'mailAccountId', 'mailFolderId'],
  properties: {
    cn_unreadCount: { type: 'integer', minimum: 0, description: 'Messages of the folder without `\\Seen`.' },
    mailAccountId: { type: 'string' },
    mailFolderId: { type: 'string' },
    truncated: { type: 'boolean', const: true, description: 'There are more messages than a list may have.' },
  },
};

export const listMessageItemsOperation: ApiOperation = {
  operationId: 'listMessageItems',
  summary: 'List messages of a folder',
  description:
    'A part of the folder, sorted. Reading a list changes no flag. Parameters with other names are ignored; one of ' +
    'these that is given twice is an error.',
  tags: ['MessageItems'],
  query: messageListParameters,
  response: {
    200: jsonAnswer({
      description: 'The messages.',
      schema: {
        title: 'MessageItemsAnswer',
        type: 'object',
        required: ['success', 'meta', 'total', 'data'],
        properties: {
          success: SUCCESS,
          meta: META,
          total: { type: 'integer', minimum: 0, description: 'Messages of the folder, whatever the filter.' },
          data: { type: 'array', items: { $ref: '#/components/schemas/MessageItem' } },
        },
      },
      example: {
        success: true,
        meta: { cn_unreadCount: 3, mailAccountId: 'demo', mailFolderId: 'INBOX' },
        total: 100,
        data: [messageItemExample],
      },
    }),
    ...mailProblemAnswers('mailbox-unknown', 'capability-missing'),
  },
};
