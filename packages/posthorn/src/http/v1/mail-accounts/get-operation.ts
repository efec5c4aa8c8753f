import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls, mailAccountExample } from '../openapi/examples.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

export const getMailAccountOperation: ApiOperation = {
  operationId: 'getMailAccount',
  summary: 'Get one mail account',
  tags: ['MailAccounts'],
  description: 'One account of the client. For an API key: a connected account, without a sign-in.',
  response: {
    ...documentAnswers({
      title: 'MailAccountDocument',
      self: exampleUrls.mailAccount,
      description: 'The account.',
      type: 'MailAccount',
      example: mailAccountExample,
    }),
    ...problemAnswers(...SELECTION_PROBLEMS),
  },
};
