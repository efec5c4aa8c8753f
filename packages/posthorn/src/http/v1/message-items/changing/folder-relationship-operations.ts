import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer } from '../../openapi/change-answer.ts';
import { documentAnswers } from '../../openapi/document-answer.ts';
import { exampleUrls, writtenExamples } from '../../openapi/examples.ts';
import { changeHeaders, documentBody, linkageDocument } from '../../openapi/request-body.ts';
import { identifierSchema, newVersionMeta } from '../../openapi/written-schemas.ts';
import { changeProblems, DOCUMENT, EXISTING } from '../operation-parts.ts';

export const getFolderRelationshipOperation: ApiOperation = {
  operationId: 'getFolderRelationship',
  summary: 'Tell the folder of a message',
  tags: ['MessageItems'],
  description: 'The folder of the message as a resource identifier.',
  response: {
    ...documentAnswers({
      title: 'FolderRelationshipDocument',
      self: `${exampleUrls.messageItem}/relationships/MailFolder`,
      description: 'The folder.',
      type: 'MailFolder',
      example: writtenExamples.folderIdentifier,
      linkage: newVersionMeta,
    }),
    ...changeProblems(
      'unknown-parameter',
      'not-acceptable',
      'mailbox-unknown',
      'message-unknown',
      'message-gone',
    ),
  },
};

export const updateFolderRelationshipOperation: ApiOperation = {
  operationId: 'updateFolderRelationship',
  summary: 'Move a message',
  tags: ['MessageItems'],
  description: 'Moves the message to another folder, where it has another id: `meta` has both ids.',
  headers: changeHeaders('if-match'),
  body: documentBody(linkageDocument('MailFolder'), writtenExamples.folderLinkage),
  response: {
    ...changeAnswer({
      title: 'MovedMessageItemDocument',
      description: 'The folder that the message is in now.',
      data: identifierSchema,
      meta: newVersionMeta,
      example: {
        links: {
          self: `${exampleUrls.messageItem}/relationships/MailFolder`,
          related: exampleUrls.mailFolder,
        },
        meta: writtenExamples.newVersionMeta,
        data: writtenExamples.folderIdentifier,
      },
    }),
    ...changeProblems(...DOCUMENT, ...EXISTING),
  },
};
