import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';
import { attributesSchema } from './query-schema.ts';
import { messageItemExample } from './schema.ts';

export const getMessageItemOperation: ApiOperation = {
  operationId: 'getMessageItem',
  summary: 'Get one message',
  description: 'The envelope of the message. Its texts and its files have addresses of their own.',
  tags: ['MessageItems'],
  query: { attributes: attributesSchema },
  response: {
    200: dataAnswer({
      title: 'MessageItemAnswer',
      description: 'The message.',
      data: { $ref: '#/components/schemas/MessageItem' },
      example: messageItemExample,
    }),
    ...mailProblemAnswers('mailbox-unknown', 'message-unknown'),
  },
};
