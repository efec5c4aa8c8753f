import type { ApiOperation } from '../../../route/api-route.ts';
import { documentAnswers } from '../../openapi/document-answer.ts';
import { exampleUrls, messageItemExample } from '../../openapi/examples.ts';
import { MESSAGE_PROBLEMS, problemAnswers, SELECTION_PROBLEMS } from '../../openapi/problem-answers.ts';

export const getMessageItemOperation: ApiOperation = {
  operationId: 'getMessageItem',
  summary: 'Get one message',
  tags: ['MessageItems'],
  description: 'The envelope of the message. Its texts and its files have addresses of their own.',
  response: {
    ...documentAnswers({
      title: 'MessageItemDocument',
      self: exampleUrls.messageItem,
      description: 'The message.',
      type: 'MessageItem',
      example: messageItemExample,
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported', ...MESSAGE_PROBLEMS),
  },
};
