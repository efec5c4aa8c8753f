import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls, messageBodyExample } from '../openapi/examples.ts';
import { MESSAGE_PROBLEMS, problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

export const getMessageBodyOperation: ApiOperation = {
  operationId: 'getMessageBody',
  summary: 'Get the texts of a message',
  tags: ['MessageBodies'],
  description: 'Both texts of the message in Unicode. Reading them does not mark the message as seen.',
  response: {
    ...documentAnswers({
      title: 'MessageBodyDocument',
      self: exampleUrls.messageBody,
      description: 'The texts.',
      type: 'MessageBody',
      example: messageBodyExample,
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported', ...MESSAGE_PROBLEMS),
  },
};
