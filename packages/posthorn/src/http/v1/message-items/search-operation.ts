/** The description of `GET /MailAccounts/{id}/MessageItems`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls } from '../openapi/examples.ts';
import {
  attributesParameter,
  filterParameters,
  folderFilterParameter,
  newestFirstParameter,
  offsetPageParameters,
  pathSchema,
  querySchema,
} from '../openapi/parameter-schemas.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { MESSAGE_INCLUDE, MESSAGE_TYPES, MESSAGES_ANSWER, ROWS } from './operation-parts.ts';

export const searchMessageItemsOperation: ApiOperation = {
  operationId: 'searchMessageItems',
  summary: 'Search all folders',
  tags: ['MessageItems'],
  description:
    `The messages of all folders but those for junk and deleted messages, newest first. Where the mail server is too slow to search them all, or more ` +
    `messages match than can be paged through, \`meta.incomplete\` says so. ${ROWS}`,
  params: pathSchema('mailAccountId'),
  querystring: querySchema({
    types: MESSAGE_TYPES,
    include: MESSAGE_INCLUDE,
    more: {
      ...offsetPageParameters,
      ...newestFirstParameter,
      ...filterParameters,
      ...folderFilterParameter,
      ...attributesParameter,
    },
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
