import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers, STATE_META } from '../openapi/document-answer.ts';
import { exampleUrls, mailFolderExample } from '../openapi/examples.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

export const listMailFoldersOperation: ApiOperation = {
  operationId: 'listMailFolders',
  summary: 'List the mail folders',
  tags: ['MailFolders'],
  description: 'The folders of the account as a flat list, parents before their children.',
  response: {
    ...documentAnswers({
      title: 'MailFoldersDocument',
      self: exampleUrls.mailFolders,
      type: 'MailFolder',
      description: 'The folders.',
      meta: STATE_META,
      example: [mailFolderExample],
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported'),
  },
};

export const listMailFoldersAnywhereOperation: ApiOperation = {
  ...listMailFoldersOperation,
  operationId: 'listMailFoldersAnywhere',
  summary: 'List the mail folders of the only account',
  description: `The same in the only account of the client, or in the one that \`filter[MailAccount]\` names. ${listMailFoldersOperation.description}`,
};
