import { schemasOf } from '../../../resources/attributes/attribute.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { stateSchema } from '../openapi/document-answer.ts';
import { exampleUrls, mailFolderExample, writtenExamples } from '../openapi/examples.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';
import { documentBody, resourceDocument } from '../openapi/request-body.ts';
import { previousIdSchema } from '../openapi/written-schemas.ts';
import { WRITTEN } from './folder-request.ts';
import { DOCUMENT, RELATIONSHIPS } from './operation-parts.ts';

export const updateMailFolderOperation: ApiOperation = {
  operationId: 'updateMailFolder',
  summary: 'Change a folder',
  tags: ['MailFolders'],
  description:
    'Renames the folder, moves it in the tree with all that is within, or changes its subscription. With another name or place it has ' +
    'another id; `meta.previousId` tells the old one.',
  body: documentBody(
    resourceDocument({
      title: 'MailFolderChange',
      type: 'MailFolder',
      hasId: true,
      attributes: schemasOf(WRITTEN),
      relationships: RELATIONSHIPS,
    }),
    writtenExamples.changedFolder,
  ),
  response: {
    ...changeAnswer({
      title: 'ChangedMailFolderDocument',
      description: 'The folder as it is now.',
      type: 'MailFolder',
      meta: { previousId: previousIdSchema, state: stateSchema },
      example: {
        links: { self: exampleUrls.mailFolder },
        meta: { previousId: 'demo.Work' },
        data: mailFolderExample,
      },
    }),
    ...problemAnswers(...DOCUMENT),
  },
};
