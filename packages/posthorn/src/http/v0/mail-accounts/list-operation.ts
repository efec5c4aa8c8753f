import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';
import { mailAccountExample } from './schema.ts';

export const listMailAccountsOperation: ApiOperation = {
  operationId: 'listMailAccounts',
  summary: 'List the mail accounts',
  description:
    'The accounts of the client, after their mail servers have accepted the login. With ' +
    '`AUTH_PROVIDER=local-mail-account` the list is empty when the request has no `X-CNMAIL-DATA`.',
  tags: ['MailAccounts'],
  response: {
    200: dataAnswer({
      title: 'MailAccountsAnswer',
      description: 'The accounts.',
      data: { type: 'array', items: { $ref: '#/components/schemas/MailAccount' } },
      example: [mailAccountExample],
    }),
    ...mailProblemAnswers(),
  },
};
