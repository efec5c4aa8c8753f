import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls, messageItemExample } from '../openapi/examples.ts';
import { problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { changesMeta } from './operation-parts.ts';

const META = changesMeta({
  type: 'object',
  description:
    'Where removed messages cannot be named: all messages, as uids such as `1:4,7`. A message that is not among them is gone.',
  required: ['uidValidity', 'uids'],
  properties: { uidValidity: { type: 'integer' }, uids: { type: 'string' } },
});

export const folderChangesOperation: ApiOperation = {
  operationId: 'getFolderChanges',
  summary: 'Ask what has changed in a folder',
  tags: ['MailFolders'],
  description:
    'The messages that came or changed since a state, newest first, and those that are gone. Nothing is left out; some may be reported twice. A re-created folder answers 410.',
  response: {
    ...documentAnswers({
      title: 'MessageItemChangesDocument',
      self: exampleUrls.folderChanges,
      type: 'MessageItem',
      example: [{ ...messageItemExample, meta: { change: 'created' } }],
      description: 'What has changed.',
      meta: META,
    }),
    ...problemAnswers(
      ...SELECTION_PROBLEMS,
      'state-invalid',
      'include-not-supported',
      'mailbox-unknown',
      'message-gone',
    ),
  },
};
