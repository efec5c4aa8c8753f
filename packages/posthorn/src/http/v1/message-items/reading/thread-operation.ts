import type { ApiOperation } from '../../../route/api-route.ts';
import { documentAnswers } from '../../openapi/document-answer.ts';
import { exampleUrls } from '../../openapi/examples.ts';
import { MESSAGE_PROBLEMS, problemAnswers, SELECTION_PROBLEMS } from '../../openapi/problem-answers.ts';
import { MESSAGES_ANSWER } from '../operation-parts.ts';

export const getThreadOperation: ApiOperation = {
  operationId: 'getThread',
  summary: 'List a conversation',
  tags: ['MessageItems'],
  description:
    'The conversation that the message belongs to, in all folders, the oldest message first. At most 200 folders and 1,000 messages are looked through, and references are followed five times; where that was not enough, `meta.incomplete` has the folders that may have more.',
  response: {
    ...documentAnswers({
      title: 'FoundMessageItemsDocument',
      self: exampleUrls.thread,
      ...MESSAGES_ANSWER,
      description: 'The messages of the conversation.',
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported', ...MESSAGE_PROBLEMS),
  },
};
