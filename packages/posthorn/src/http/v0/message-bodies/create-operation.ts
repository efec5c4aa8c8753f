import type { ApiOperation } from '../../route/api-route.ts';
import { writingProblemAnswers } from '../answer/problem-answers.ts';
import { messageBodyAnswer } from './body-answer.ts';
import { bodyDocument } from './text-attributes.ts';

export const createMessageBodyOperation: ApiOperation = {
  operationId: 'createMessageBody',
  summary: 'Begin a draft',
  description:
    'Stores a new message with `draft` and `seen` in the folder, made of its texts. Its header fields and its files have addresses of their own.',
  tags: ['MessageBodies'],
  body: bodyDocument,
  response: {
    200: messageBodyAnswer('The texts of the new message.', '10'),
    ...writingProblemAnswers('mailbox-unknown'),
  },
};
