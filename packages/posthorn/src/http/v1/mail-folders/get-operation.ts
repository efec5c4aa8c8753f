/** The description of `GET …/MailFolders/{id}`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers, STATE_META } from '../openapi/document-answer.ts';
import { exampleUrls, mailFolderExample } from '../openapi/examples.ts';
import { pathSchema } from '../openapi/parameter-schemas.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { FOLDER_ANSWER, SHOWN_FOLDER } from './operation-parts.ts';

export const getMailFolderOperation: ApiOperation = {
  operationId: 'getMailFolder',
  summary: 'Get one mail folder',
  tags: ['MailFolders'],
  description: 'One folder of the account.',
  params: pathSchema('mailAccountId', 'mailFolderId'),
  querystring: SHOWN_FOLDER,
  response: {
    ...documentAnswers({
      self: exampleUrls.mailFolder,
      ...FOLDER_ANSWER,
      description: 'The folder.',
      meta: STATE_META,
      example: mailFolderExample,
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported', 'mailbox-unknown'),
  },
};
