/** The description of `PATCH …/MailFolders/{id}`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { stateSchema } from '../openapi/document-answer.ts';
import { exampleUrls, mailFolderExample, writtenExamples } from '../openapi/examples.ts';
import { pathSchema } from '../openapi/parameter-schemas.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';
import { documentBody, resourceDocument, writable } from '../openapi/request-body.ts';
import { previousIdSchema } from '../openapi/written-schemas.ts';
import { DOCUMENT, FOLDER, RELATIONSHIPS, SHOWN_FOLDER } from './operation-parts.ts';

export const updateMailFolderOperation: ApiOperation = {
  operationId: 'updateMailFolder',
  summary: 'Change a folder',
  tags: ['MailFolders'],
  description:
    'Renames the folder, moves it in the tree with all that is within, or changes its subscription. With another name or place it has ' +
    'another id; `meta.previousId` tells the old one.',
  params: pathSchema('mailAccountId', 'mailFolderId'),
  querystring: SHOWN_FOLDER,
  body: documentBody(
    resourceDocument({
      type: 'MailFolder',
      hasId: true,
      attributes: writable('MailFolder', 'name', 'subscribed'),
      relationships: RELATIONSHIPS,
    }),
    writtenExamples.changedFolder,
  ),
  response: {
    ...changeAnswer({
      description: 'The folder as it is now.',
      data: FOLDER,
      included: ['MailAccount'],
      meta: { previousId: previousIdSchema, state: stateSchema },
      example: {
        links: { self: exampleUrls.mailFolder },
        meta: { previousId: 'gmail.Old' },
        data: mailFolderExample,
      },
    }),
    ...problemAnswers(...DOCUMENT),
  },
};
