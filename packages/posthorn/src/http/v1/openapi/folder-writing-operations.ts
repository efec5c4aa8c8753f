/** What the description says of v1's operations that change folders, by operation id. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { OperationDetails } from '../../openapi/version-description.ts';
import { changeAnswer, emptyAnswer } from './change-answer.ts';
import { exampleUrls, mailFolderExample, writtenExamples } from './examples.ts';
import { pathSchema, querySchema } from './parameter-schemas.ts';
import { problemAnswers } from './problem-answers.ts';
import { changeHeaders, documentBody, linkageSchema, resourceDocument, writable } from './request-body.ts';
import { previousIdSchema } from './written-schemas.ts';

const FOLDER: JsonSchema = { $ref: '#/components/schemas/MailFolder' };
const SHOWN = querySchema({ types: ['MailFolder', 'MailAccount'], include: ['MailAccount'] });
const DOCUMENT = [
  'unknown-parameter',
  'unknown-field',
  'include-not-supported',
  'not-acceptable',
  'unsupported-media-type',
  'invalid-json',
  'invalid-document',
  'invalid-value',
  'resource-mismatch',
  'relationship-not-changeable',
  'payload-too-large',
  'mailbox-unknown',
  'conflict',
  'outdated-version',
] as const;
const RELATIONSHIPS = {
  parent: linkageSchema('MailFolder', {
    isNullable: true,
    description: 'The folder that this one is in; null for the top.',
  }),
};

export const folderWritingOperations: Readonly<Record<string, OperationDetails>> = {
  createMailFolder: {
    description:
      'Creates a folder at the top or within another one, and subscribes to it unless the document says otherwise.',
    params: pathSchema('mailAccountId'),
    headers: changeHeaders('idempotency-key'),
    querystring: SHOWN,
    body: documentBody(
      resourceDocument({
        type: 'MailFolder',
        hasId: false,
        attributes: writable('MailFolder', 'name', 'subscribed'),
        relationships: RELATIONSHIPS,
      }),
      writtenExamples.newFolder,
    ),
    response: {
      ...changeAnswer({
        status: 201,
        description: 'The folder.',
        data: FOLDER,
        included: ['MailAccount'],
        example: { links: { self: exampleUrls.mailFolder }, data: mailFolderExample },
      }),
      ...problemAnswers(...DOCUMENT, 'client-id-not-supported', 'idempotency-key-reused'),
    },
  },
  updateMailFolder: {
    description:
      'Renames the folder, moves it in the tree with all that is within, or changes its subscription. With another name or place it has ' +
      'another id; `meta.previousId` tells the old one.',
    params: pathSchema('mailAccountId', 'mailFolderId'),
    querystring: SHOWN,
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
        meta: { previousId: previousIdSchema },
        example: {
          links: { self: exampleUrls.mailFolder },
          meta: { previousId: 'gmail/Old' },
          data: mailFolderExample,
        },
      }),
      ...problemAnswers(...DOCUMENT),
    },
  },
  deleteMailFolder: {
    description: 'Deletes the folder with its messages, for good. It must have no folders within.',
    params: pathSchema('mailAccountId', 'mailFolderId'),
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
  },
};
