import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers, STATE_META } from '../openapi/document-answer.ts';
import { exampleUrls, mailFolderExample } from '../openapi/examples.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

export const getMailFolderOperation: ApiOperation = {
  operationId: 'getMailFolder',
  summary: 'Get one mail folder',
  tags: ['MailFolders'],
  description: 'One folder of the account.',
  response: {
    ...documentAnswers({
      title: 'MailFolderDocument',
      self: exampleUrls.mailFolder,
      type: 'MailFolder',
      description: 'The folder.',
      meta: STATE_META,
      example: mailFolderExample,
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported', 'mailbox-unknown'),
  },
};
