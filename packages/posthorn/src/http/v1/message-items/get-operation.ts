/** The description of `GET …/MessageItems/{id}`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls, messageItemExample } from '../openapi/examples.ts';
import { MESSAGE_PROBLEMS, problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { INCLUDED, MESSAGE_PATH, SHOWN_MESSAGE } from './operation-parts.ts';

export const getMessageItemOperation: ApiOperation = {
  operationId: 'getMessageItem',
  summary: 'Get one message',
  tags: ['MessageItems'],
  description: 'The envelope of the message. Its texts and its files have addresses of their own.',
  params: MESSAGE_PATH,
  querystring: SHOWN_MESSAGE,
  response: {
    ...documentAnswers({
      self: exampleUrls.messageItem,
      description: 'The message.',
      type: 'MessageItem',
      included: INCLUDED,
      example: messageItemExample,
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported', ...MESSAGE_PROBLEMS),
  },
};
