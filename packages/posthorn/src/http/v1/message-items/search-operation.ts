/** The description of `GET /MailAccounts/{id}/MessageItems`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls } from '../openapi/examples.ts';
import {
  attributesParameter,
  filterParameters,
  newestFirstParameter,
  offsetPageParameters,
  pathSchema,
  querySchema,
} from '../openapi/parameter-schemas.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { MESSAGE_INCLUDE, MESSAGE_TYPES, MESSAGES_ANSWER } from './operation-parts.ts';

export const searchMessageItemsOperation: ApiOperation = {
  operationId: 'searchMessageItems',
  summary: 'Search all folders',
  tags: ['MessageItems'],
  description:
    'The messages of all folders, newest first. Where the mail server is too slow to search them all, ' +
    '`meta.incomplete` says so.',
  params: pathSchema('mailAccountId'),
  querystring: querySchema({
    types: MESSAGE_TYPES,
    include: MESSAGE_INCLUDE,
    more: { ...offsetPageParameters, ...newestFirstParameter, ...filterParameters, ...attributesParameter },
  }),
  response: {
    ...documentAnswers({
      self: exampleUrls.messageSearch,
      ...MESSAGES_ANSWER,
      description: 'A page of messages.',
    }),
    ...problemAnswers(
      ...SELECTION_PROBLEMS,
      'include-not-supported',
      'sort-not-supported',
      'capability-missing',
    ),
  },
};
