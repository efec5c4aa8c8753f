/** The description of `GET …/MessageBody`. */
import type { ApiOperation } from '../../api-route.ts';
import { jsonAnswer } from '../../openapi/json-answer.ts';
import { SUCCESS } from '../data-answer.ts';
import { pathSchema } from '../path-schema.ts';
import { mailProblemAnswers } from '../problem-answers.ts';
import { messageBodyExample } from './schema.ts';

export const getMessageBodyOperation: ApiOperation = {
  operationId: 'getMessageBody',
  summary: 'Get the texts of a message',
  description: 'Both texts of the message in Unicode. Reading them does not mark the message as seen.',
  tags: ['MessageBodies'],
  params: pathSchema('mailAccountId', 'mailFolderId', 'messageItemId'),
  response: {
    200: jsonAnswer({
      description: 'The texts.',
      schema: {
        type: 'object',
        required: ['success', 'data'],
        properties: {
          success: SUCCESS,
          meta: {
            type: 'object',
            required: ['truncated'],
            properties: {
              truncated: {
                type: 'boolean',
                const: true,
                description: 'A text was too long and has been cut.',
              },
            },
          },
          data: { $ref: '#/components/schemas/MessageBody' },
        },
      },
      example: { success: true, data: messageBodyExample },
    }),
    ...mailProblemAnswers('mailbox-unknown', 'message-unknown'),
  },
};
