/** The description of `GET /MailAccounts`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls, mailAccountExample } from '../openapi/examples.ts';
import { querySchema } from '../openapi/parameter-schemas.ts';
import { problemAnswersWithoutAccount, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

export const listMailAccountsOperation: ApiOperation = {
  operationId: 'listMailAccounts',
  summary: 'List the mail accounts',
  tags: ['MailAccounts'],
  description:
    'The accounts of the client, after their mail servers have accepted the login. With ' +
    '`AUTH_PROVIDER=local-mail-account` the list is empty when the request has no `X-CNMAIL-DATA`.',
  querystring: querySchema({ types: ['MailAccount'] }),
  response: {
    ...documentAnswers({
      self: exampleUrls.mailAccounts,
      description: 'The accounts.',
      type: 'MailAccount',
      example: [mailAccountExample],
    }),
    ...problemAnswersWithoutAccount(...SELECTION_PROBLEMS),
  },
};
