/** The description of `POST …/MessageItems`. */
import type { ApiOperation } from '../../api-route.ts';
import { dataAnswer } from '../data-answer.ts';
import { pathSchema } from '../path-schema.ts';
import { writingProblemAnswers } from '../problem-answers.ts';
import { messageBodyExample } from './schema.ts';
import { bodyDocument } from './text-attributes.ts';

export const createMessageBodyOperation: ApiOperation = {
  operationId: 'createMessageBody',
  summary: 'Begin a draft',
  description:
    'Stores a new message with `draft` and `seen` in the folder, made of its texts. Its header fields and its files have addresses of their own.',
  tags: ['MessageBodies'],
  params: pathSchema('mailAccountId', 'mailFolderId'),
  body: bodyDocument,
  response: {
    200: dataAnswer({
      description: 'The texts of the new message.',
      data: { $ref: '#/components/schemas/MessageBody' },
      example: messageBodyExample,
    }),
    ...writingProblemAnswers('mailbox-unknown'),
  },
};
