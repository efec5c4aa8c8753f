import type { ApiOperation } from '../../route/api-route.ts';
import { emptyAnswer } from '../openapi/change-answer.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';

export const deleteMailFolderOperation: ApiOperation = {
  operationId: 'deleteMailFolder',
  summary: 'Delete a folder',
  tags: ['MailFolders'],
  description: 'Deletes the folder with its messages, for good. It must have no folders within.',
  response: {
    ...emptyAnswer('The folder is deleted.'),
    ...problemAnswers(
      'unknown-parameter',
      'not-acceptable',
      'unsupported-media-type',
      'mailbox-unknown',
      'conflict',
      'outdated-version',
    ),
  },
};
