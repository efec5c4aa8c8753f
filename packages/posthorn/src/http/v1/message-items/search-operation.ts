/** The description of `GET /MailAccounts/{id}/MessageItems`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls } from '../openapi/examples.ts';
import {
  accountFilterParameter,
  attributesParameter,
  filterParameters,
  folderFilterParameter,
  idFilterParameter,
  newestFirstParameter,
  pathSchema,
  querySchema,
  searchPageParameters,
} from '../openapi/parameter-schemas.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { MESSAGE_INCLUDE, MESSAGE_TYPES, MESSAGES_ANSWER, ROWS } from './operation-parts.ts';
import { MAX_START } from './search-request.ts';

const MORE = {
  ...searchPageParameters,
  ...newestFirstParameter,
  ...filterParameters,
  ...idFilterParameter,
  ...folderFilterParameter,
  ...accountFilterParameter,
  ...attributesParameter,
};

export const searchMessageItemsOperation: ApiOperation = {
  operationId: 'searchMessageItems',
  summary: 'Search all folders',
  tags: ['MessageItems'],
  description:
    `The messages of all folders but those for junk and deleted messages, newest first. Where folders could not be searched, or not in time, ` +
    `\`meta.incomplete\` names them, \`meta.page.total\` counts the others alone, and the links do not tell the end of the list. Offsets reach to ` +
    `the row ${MAX_START}; from there on the \`next\` links have cursors. ${ROWS}`,
  params: pathSchema('mailAccountId'),
  querystring: querySchema({
    types: MESSAGE_TYPES,
    include: MESSAGE_INCLUDE,
    more: MORE,
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
      'page-size-exceeded',
      'range-pagination-not-supported',
      'capability-missing',
    ),
  },
};

/** The description of `GET /MessageItems`. */
export const searchMessageItemsAnywhereOperation: ApiOperation = {
  ...searchMessageItemsOperation,
  operationId: 'searchMessageItemsAnywhere',
  summary: 'Search all folders of the only account',
  description: `The same in the only account of the client, or in the one that \`filter[MailAccount]\` or the ids of another filter name. ${searchMessageItemsOperation.description}`,
  params: undefined,
  querystring: querySchema({
    types: MESSAGE_TYPES,
    include: MESSAGE_INCLUDE,
    more: MORE,
  }),
};
