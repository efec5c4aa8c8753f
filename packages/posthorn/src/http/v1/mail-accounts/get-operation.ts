/** The description of `GET /MailAccounts/{id}`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls, mailAccountExample } from '../openapi/examples.ts';
import { pathSchema, querySchema } from '../openapi/parameter-schemas.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

export const getMailAccountOperation: ApiOperation = {
  operationId: 'getMailAccount',
  summary: 'Get one mail account',
  tags: ['MailAccounts'],
  description: 'One account of the client.',
  params: pathSchema('mailAccountId'),
  querystring: querySchema({ types: ['MailAccount'] }),
  response: {
    ...documentAnswers({
      self: exampleUrls.mailAccount,
      description: 'The account.',
      type: 'MailAccount',
      example: mailAccountExample,
    }),
    ...problemAnswers(...SELECTION_PROBLEMS),
  },
};
