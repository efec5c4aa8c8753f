import type { ApiOperation } from '../../route/api-route.ts';
import { draftProblemAnswers } from '../answer/problem-answers.ts';
import { messageBodyAnswer } from './body-answer.ts';
import { bodyDocument } from './text-attributes.ts';

export const updateMessageBodyOperation: ApiOperation = {
  operationId: 'updateMessageBody',
  summary: 'Change the texts of a draft',
  description:
    'Its flags, its header fields and its files stay. The changed draft has a new id, which the answer carries.',
  tags: ['MessageBodies'],
  body: bodyDocument,
  response: {
    200: messageBodyAnswer('The texts as they are stored.', '10'),
    ...draftProblemAnswers(),
  },
};
