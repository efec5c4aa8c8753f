/** The description of `GET …/MailFolders/{id}/MessageItems`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers, STATE_META } from '../openapi/document-answer.ts';
import { exampleUrls } from '../openapi/examples.ts';
import {
  allPageParameters,
  attributesParameter,
  filterParameters,
  idFilterParameter,
  pathSchema,
  querySchema,
  sortParameter,
} from '../openapi/parameter-schemas.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { MESSAGE_INCLUDE, MESSAGE_TYPES, MESSAGES_ANSWER, ROWS } from './operation-parts.ts';

export const listMessageItemsOperation: ApiOperation = {
  operationId: 'listMessageItems',
  summary: 'List messages of a folder',
  tags: ['MessageItems'],
  description: `A page of the messages of a folder. Reading it changes no flag. ${ROWS}`,
  params: pathSchema('mailAccountId', 'mailFolderId'),
  querystring: querySchema({
    types: MESSAGE_TYPES,
    include: MESSAGE_INCLUDE,
    more: {
      ...allPageParameters,
      ...sortParameter,
      ...filterParameters,
      ...idFilterParameter,
      ...attributesParameter,
    },
  }),
  response: {
    ...documentAnswers({
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
