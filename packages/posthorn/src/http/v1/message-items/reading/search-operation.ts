import type { ApiOperation } from '../../../route/api-route.ts';
import { documentAnswers } from '../../openapi/document-answer.ts';
import { exampleUrls } from '../../openapi/examples.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../../openapi/problem-answers.ts';
import { MESSAGES_ANSWER, ROWS } from '../operation-parts.ts';
import { MAX_START } from './search-request.ts';

export const searchMessageItemsOperation: ApiOperation = {
  operationId: 'searchMessageItems',
  summary: 'Search all folders',
  tags: ['MessageItems'],
  description:
    `The messages of all folders but those for junk and deleted messages, newest first. Where folders could not be searched, or not in time, ` +
    `\`meta.incomplete\` names them, \`meta.page.total\` counts the others alone, and the links do not tell the end of the list. Offsets reach to ` +
    `the row ${MAX_START}; from there on the \`next\` links have cursors. ${ROWS}`,
  response: {
    ...documentAnswers({
      title: 'FoundMessageItemsDocument',
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
      'search-incomplete',
    ),
  },
};

export const searchMessageItemsAnywhereOperation: ApiOperation = {
  ...searchMessageItemsOperation,
  operationId: 'searchMessageItemsAnywhere',
  summary: 'Search all folders of the only account',
  description: `The same in the only account of the client, or in the one that \`filter[MailAccount]\` or the ids of another filter name. ${searchMessageItemsOperation.description}`,
};
