import type { ApiOperation } from '../../../route/api-route.ts';
import { documentAnswers, STATE_META } from '../../openapi/document-answer.ts';
import { exampleUrls } from '../../openapi/examples.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../../openapi/problem-answers.ts';
import { MESSAGES_ANSWER, ROWS } from '../operation-parts.ts';

export const listMessageItemsOperation: ApiOperation = {
  operationId: 'listMessageItems',
  summary: 'List messages of a folder',
  tags: ['MessageItems'],
  description: `A page of the messages of a folder. Reading it changes no flag. ${ROWS}`,
  response: {
    ...documentAnswers({
      title: 'MessageItemsDocument',
      self: exampleUrls.messageItems,
      ...MESSAGES_ANSWER,
      description: 'A page of messages.',
      meta: STATE_META,
    }),
    ...problemAnswers(
      ...SELECTION_PROBLEMS,
      'include-not-supported',
      'sort-not-supported',
      'page-size-exceeded',
      'range-pagination-not-supported',
      'mailbox-unknown',
      'capability-missing',
    ),
  },
};
