/** The description of `GET /MailAccounts/{id}/MailFolders`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers, STATE_META } from '../openapi/document-answer.ts';
import { exampleUrls, mailFolderExample } from '../openapi/examples.ts';
import {
  accountFilterParameter,
  pathSchema,
  querySchema,
  rootParameters,
} from '../openapi/parameter-schemas.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { FOLDER_ANSWER } from './operation-parts.ts';

const QUERY = { types: ['MailFolder', 'MailAccount'], include: ['MailAccount'] } as const;

export const listMailFoldersOperation: ApiOperation = {
  operationId: 'listMailFolders',
  summary: 'List the mail folders',
  tags: ['MailFolders'],
  description: 'The folders of the account as a flat list, parents before their children.',
  params: pathSchema('mailAccountId'),
  querystring: querySchema({ ...QUERY, more: { ...rootParameters, ...accountFilterParameter } }),
  response: {
    ...documentAnswers({
      self: exampleUrls.mailFolders,
      ...FOLDER_ANSWER,
      description: 'The folders.',
      meta: STATE_META,
      example: [mailFolderExample],
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported'),
  },
};

/** The description of `GET /MailFolders`. */
export const listMailFoldersAnywhereOperation: ApiOperation = {
  ...listMailFoldersOperation,
  operationId: 'listMailFoldersAnywhere',
  summary: 'List the mail folders of the only account',
  description: `The same in the only account of the client, or in the one that \`filter[MailAccount]\` names. ${listMailFoldersOperation.description}`,
  params: undefined,
};
