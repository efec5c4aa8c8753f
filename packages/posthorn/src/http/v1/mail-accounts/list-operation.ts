import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls, mailAccountExample } from '../openapi/examples.ts';
import { problemAnswersWithoutAccount, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

const PAGE: JsonSchema = {
  type: 'object',
  description: 'Of connected accounts.',
  required: ['total'],
  properties: { total: { type: 'integer', minimum: 0, description: 'How many there are in all.' } },
};

export const listMailAccountsOperation: ApiOperation = {
  operationId: 'listMailAccounts',
  summary: 'List the mail accounts',
  tags: ['MailAccounts'],
  description:
    'The accounts of the client, after their mail servers have accepted the login. With ' +
    '`AUTH_PROVIDER=local-mail-account` the list is empty when the request has no `X-CNMAIL-DATA`. For an API key: the ' +
    'connected accounts that it may see, in pages with `meta.page`, without a sign-in; filters, `sort` and pages are for them.',
  response: {
    ...documentAnswers({
      title: 'MailAccountsDocument',
      self: exampleUrls.mailAccounts,
      description: 'The accounts.',
      type: 'MailAccount',
      example: [mailAccountExample],
      meta: { page: { schema: PAGE, example: { total: 1 } } },
    }),
    ...problemAnswersWithoutAccount(...SELECTION_PROBLEMS, 'sort-not-supported', 'store-unavailable'),
  },
};
