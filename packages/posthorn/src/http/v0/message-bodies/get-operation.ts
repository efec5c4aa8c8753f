/** The description of `GET …/MessageBody`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { pathSchema } from '../path-schema.ts';
import { mailProblemAnswers } from '../problem-answers.ts';
import { messageBodyAnswer } from './body-answer.ts';

export const getMessageBodyOperation: ApiOperation = {
  operationId: 'getMessageBody',
  summary: 'Get the texts of a message',
  description: 'Both texts of the message in Unicode. Reading them does not mark the message as seen.',
  tags: ['MessageBodies'],
  params: pathSchema('mailAccountId', 'mailFolderId', 'messageItemId'),
  response: {
    200: messageBodyAnswer('The texts.', '4356'),
    ...mailProblemAnswers('mailbox-unknown', 'message-unknown'),
  },
};
