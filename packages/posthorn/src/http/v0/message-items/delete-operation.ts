import type { ApiOperation } from '../../route/api-route.ts';
import { successAnswer } from '../answer/data-answer.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';

export const deleteMessageItemOperation: ApiOperation = {
  operationId: 'deleteMessageItem',
  summary: 'Delete a message for good',
  description:
    'To put a message into the trash, move it there. On a mail server without UIDPLUS the message is marked as deleted and no longer listed.',
  tags: ['MessageItems'],
  response: {
    200: successAnswer('SuccessAnswer', 'The message is deleted.'),
    ...mailProblemAnswers('mailbox-unknown', 'message-unknown', 'unsupported-media-type'),
  },
};
