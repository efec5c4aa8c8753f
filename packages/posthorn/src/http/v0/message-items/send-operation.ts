import type { ApiOperation } from '../../route/api-route.ts';
import { successAnswer } from '../answer/data-answer.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';

export const sendMessageOperation: ApiOperation = {
  operationId: 'sendMessage',
  summary: 'Send a draft',
  description:
    'Hands the message to the sending server, without its Bcc field. It stays where it is, under the same id: to put it into the folder for sent mail, move it there. ' +
    'To send the same message again gives the same answer and sends nothing. The request needs no body.',
  tags: ['MessageItems'],
  response: {
    200: successAnswer('SentAnswer', 'The message is on its way to at least one recipient.', {
      rejected: {
        type: 'array',
        items: { type: 'string' },
        description: 'The recipients that the sending server refused; missing when there are none.',
      },
    }),
    ...mailProblemAnswers(
      'invalid-document',
      'mailbox-unknown',
      'message-unknown',
      'conflict',
      'outdated-version',
      'unsupported-media-type',
      'capability-missing',
      'message-rejected',
      'submission-uncertain',
      'quota-exceeded',
    ),
  },
};
