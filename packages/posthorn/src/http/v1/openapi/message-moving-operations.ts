/** What the description says of v1's operations that move, copy, delete and mark messages, by operation id. */
import type { OperationDetails } from '../../openapi/version-description.ts';
import { changeAnswer, emptyAnswer } from './change-answer.ts';
import { documentAnswers } from './document-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from './examples.ts';
import {
  changeProblems,
  DOCUMENT,
  EXISTING,
  FLAGS,
  FOLDER_PATH,
  INCLUDED,
  MESSAGE,
  MESSAGE_PATH,
  POSTED,
  REQUEST,
  SHOWING,
  SHOWN_MESSAGE,
} from './message-changes.ts';
import { filterParameters } from './parameter-schemas.ts';
import {
  changeHeaders,
  documentBody,
  linkageDocument,
  linkageSchema,
  resourceDocument,
} from './request-body.ts';
import { identifierSchema, newVersionMeta } from './written-schemas.ts';

export const messageMovingOperations: Readonly<Record<string, OperationDetails>> = {
  deleteMessageItem: {
    description:
      'Moves the message to the trash. A message that is there already, or any with `skipTrash=true`, is deleted for good.',
    params: MESSAGE_PATH,
    headers: changeHeaders('if-match'),
    querystring: {
      type: 'object',
      properties: {
        skipTrash: {
          type: 'boolean',
          default: false,
          description: 'True: the message is deleted for good.',
          examples: [true],
        },
      },
    },
    response: {
      ...changeAnswer({
        description: 'The message is in the trash, under another id.',
        meta: { trashed: identifierSchema },
        example: {
          links: { related: exampleUrls.messageItem },
          meta: { trashed: { type: 'MessageItem', id: 'gmail/Trash/385759046.7' } },
        },
      }),
      ...emptyAnswer('The message is deleted for good.'),
      ...changeProblems(...REQUEST, ...EXISTING, 'conflict'),
    },
  },
  copyMessageItem: {
    description: 'Copies the message with its flags into another folder.',
    params: MESSAGE_PATH,
    headers: changeHeaders('if-match', 'idempotency-key'),
    querystring: SHOWN_MESSAGE,
    body: documentBody(linkageDocument('MailFolder'), writtenExamples.folderLinkage),
    response: {
      ...changeAnswer({
        status: 201,
        description: 'The copy.',
        data: MESSAGE,
        included: INCLUDED,
        example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
      }),
      ...changeProblems(...DOCUMENT, ...SHOWING, ...EXISTING, POSTED, 'conflict', 'quota-exceeded'),
    },
  },
  getFolderRelationship: {
    description: 'The folder of the message as a resource identifier.',
    params: MESSAGE_PATH,
    response: {
      ...documentAnswers({
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
  },
  updateFolderRelationship: {
    description: 'Moves the message to another folder, where it has another id: `meta` tells both.',
    params: MESSAGE_PATH,
    headers: changeHeaders('if-match'),
    body: documentBody(linkageDocument('MailFolder'), writtenExamples.folderLinkage),
    response: {
      ...changeAnswer({
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
  },
  changeMessageItems: {
    description:
      'Does one thing to many messages of the folder: `update` their flags, `move` them, or `delete` them. The messages are named by the ' +
      'document, at most 1000, or found by the filters of the list: one of both. What was done before a failure stays done.',
    params: FOLDER_PATH,
    headers: changeHeaders('idempotency-key'),
    querystring: { type: 'object', properties: filterParameters },
    body: documentBody(
      resourceDocument({
        type: 'MessageBatch',
        hasId: false,
        attributes: {
          action: { type: 'string', enum: ['update', 'move', 'delete'] },
          ...FLAGS,
          addedKeywords: { type: 'array', items: { type: 'string' } },
          removedKeywords: { type: 'array', items: { type: 'string' } },
          skipTrash: { type: 'boolean', description: 'With `delete`: for good.' },
        },
        relationships: {
          MessageItems: linkageSchema('MessageItem', { isMany: true, description: 'The messages.' }),
          MailFolder: linkageSchema('MailFolder', { description: 'With `move`: the folder to move to.' }),
        },
      }),
      writtenExamples.batch,
    ),
    response: {
      ...changeAnswer({
        description: 'What became of each message.',
        meta: {
          matched: { type: 'integer', minimum: 0, description: 'How many messages were there.' },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'outcome'],
              properties: {
                id: { type: 'string' },
                outcome: { type: 'string', enum: ['changed', 'moved', 'deleted', 'unknown'] },
                newId: { type: 'string', description: 'After a move, where the mail server tells it.' },
              },
            },
          },
        },
        example: {
          meta: { matched: 1, results: [{ id: 'gmail/INBOX/385759045.4356', outcome: 'changed' }] },
        },
      }),
      ...changeProblems(
        ...DOCUMENT,
        POSTED,
        'mailbox-unknown',
        'conflict',
        'capability-missing',
        'outdated-version',
        'client-id-not-supported',
        'relationship-not-changeable',
      ),
    },
  },
};
