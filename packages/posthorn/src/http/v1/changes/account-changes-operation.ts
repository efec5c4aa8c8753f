import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls, mailFolderExample } from '../openapi/examples.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { CHANGING_FOLDER_FIELDS } from './changed-resource.ts';
import { changesMeta } from './operation-parts.ts';

const META = changesMeta({
  type: 'object',
  description:
    'In accounts with very many folders: the ids of all folders. A folder that is not among them is gone.',
  required: ['ids'],
  properties: { ids: { type: 'array', items: { type: 'string' } } },
});

export const accountChangesOperation: ApiOperation = {
  operationId: 'getAccountChanges',
  summary: 'Ask which folders of an account have changed',
  tags: ['MailFolders'],
  description:
    'The folders that are new, that have other messages, flags or counts than at a state, and those that are gone. Ask each of them for its own changes.',
  response: {
    ...documentAnswers({
      title: 'MailFolderChangesDocument',
      self: exampleUrls.accountChanges,
      type: 'MailFolder',
      example: [{ ...mailFolderExample, meta: { change: 'updated', fields: CHANGING_FOLDER_FIELDS } }],
      description: 'What has changed.',
      meta: META,
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'state-invalid', 'include-not-supported'),
  },
};
